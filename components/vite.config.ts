import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compactSource } from './compact-source.ts'

// Two builds in one run: the package (Lit left to the site's bundler) and the file for a script tag (Lit inside).
// Neither contains the screens: they belong to the hosted page.
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
          // The directive of react.ts is kept, and a test checks that.
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
 * The shell uses one base class of Lit. In the file for a script tag, Lit's entry would add its templates and error messages.
 * The code for browsers without constructable style sheets is removed: the shell's styles (`light-dark()`) need newer browsers.
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

/** Sites reference these files with their hashes (integrity), so a renamed source keeps its file name. */
function publicName({ name }: { name: string }): string {
  return name === 'wallet-bridge-host' ? 'wallet-bridge.js' : '[name].js'
}

/** The module behind `transfer-link/vue`, `/svelte` and `/solid`, which contain only types. */
function typesOnly(): Plugin {
  return {
    name: 'types-only',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'types-only.js', source: 'export {}\n' })
    },
  }
}
