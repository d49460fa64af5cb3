import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compactSource } from './compact-source.ts'

// Two builds in one run: the package (Lit left to the site's bundler) and the file for a script tag (Lit inside).
// The steps are in neither: they live in the hosted page.
const here = import.meta.dirname
const target = 'es2022'
const lit = createRequire(import.meta.url).resolve('lit')

export default defineConfig({
  root: here,
  plugins: [compactSource(), baseClassAlone(), typesOnly()],
  build: { target, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: resolve(here, 'dist'),
        // scripts/build empties the folder. Emptied here as well, a watching build would delete the types at each change.
        emptyOutDir: false,
        minify: false,
        sourcemap: true,
        lib: {
          entry: {
            index: resolve(here, 'embed/create-link-connection.ts'),
            element: resolve(here, 'embed/transfer-link.ts'),
            react: resolve(here, 'embed/react.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          external: [/^lit($|\/)/, /^@lit\//, 'react'],
          output: { chunkFileNames: '[name].js' },
          // The directive of react.ts does stay: a test looks for it.
          checks: { moduleLevelDirective: false },
        },
      },
    },
    browser: {
      consumer: 'client',
      build: {
        outDir: resolve(here, '../server/dist/browser'),
        emptyOutDir: true,
        lib: { entry: resolve(here, 'embed/transfer-link.ts'), formats: ['es'], fileName: () => 'transfer-link.js' },
        rolldownOptions: { output: { minify: true, comments: false, chunkFileNames: publicName } },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name === 'client' || environment.name === 'browser') await builder.build(environment)
      }
    },
  },
})

/**
 * The shell takes one base class from Lit. In the file for a script tag, Lit's entry would bring its templates too, and what it
 * says to whoever writes styles wrongly. What it has for browsers without constructable style sheets is left out: the shell's own
 * styles (`light-dark()`) need a newer browser anyway.
 */
function baseClassAlone(): Plugin {
  return {
    name: 'base-class-alone',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'browser',
    resolveId(id) {
      return id === 'lit' ? this.resolve('@lit/reactive-element', lit) : null
    },
    transform(code, id) {
      if (!/reactive-element\/css-tag\.js$/.test(id)) return null
      const isSupported = /\w+\.ShadowRoot&&[^,;]*CSSStyleSheet\.prototype/
      if (!isSupported.test(code)) this.error(`${id} does not look for constructable style sheets`)
      return { code: code.replace(/Error\("CSSResult is[^"]*"\)/, 'Error()').replace(isSupported, 'true'), map: null }
    },
  }
}

/** Sites name these files with their hashes (integrity), therefore a renamed source keeps its file. */
function publicName({ name }: { name: string }): string {
  return name === 'wallet-bridge-host' ? 'wallet-bridge.js' : '[name].js'
}

/** What `transfer-link/vue` and its like load: they are types alone. */
function typesOnly(): Plugin {
  return {
    name: 'types-only',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'types-only.js', source: 'export {}\n' })
    },
  }
}
