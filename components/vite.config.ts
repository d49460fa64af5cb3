import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// Two builds in one run: the package (Lit left to the site's bundler) and the file for a script tag (Lit inside).
// In both the steps are left out: they live in the hosted page, which bundles its own copy of the element.
const here = import.meta.dirname
const target = 'es2022'

export default defineConfig({
  root: here,
  plugins: [squeezeStyles()],
  define: { SHELL_ONLY: 'true' },
  build: { target, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: resolve(here, 'dist'),
        emptyOutDir: false,
        minify: false,
        sourcemap: true,
        lib: {
          entry: { index: resolve(here, 'create-link-connection.ts'), element: resolve(here, 'transfer-link.ts') },
          formats: ['es'],
        },
        rolldownOptions: { external: [/^lit($|\/)/, /^@lit\//] },
      },
    },
    browser: {
      consumer: 'client',
      build: {
        outDir: resolve(here, '../server/dist/browser'),
        emptyOutDir: true,
        lib: { entry: resolve(here, 'transfer-link.ts'), formats: ['es'], fileName: () => 'transfer-link.js' },
        rolldownOptions: { output: { minify: true } },
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

/** Takes the spaces out of css`` templates, which no minifier looks into. */
export function squeezeStyles(): Plugin {
  return {
    name: 'squeeze-styles',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.ts') && code.includes('css`')
        ? {
            map: null,
            code: code.replace(/\bcss`[^`$]*`/g, (style) =>
              style
                .replace(/\/\*.*?\*\//gs, '')
                .replace(/\s+/g, ' ')
                .replace(/ ?([{};,]) ?/g, '$1')
                .replace(/([\w)-]): /g, '$1:'),
            ),
          }
        : null,
  }
}
