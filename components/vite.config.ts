import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// Two builds in one run: the package (Lit left to the site's bundler) and the file for a script tag (Lit inside).
// Neither contains the screens: they belong to the hosted page.
const here = import.meta.dirname
const target = 'es2022'

export default defineConfig({
  root: here,
  plugins: [typesOnly()],
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
