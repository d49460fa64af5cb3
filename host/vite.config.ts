import { resolve } from 'node:path'
import { defineConfig, type Rolldown } from 'vite'
import { compactSource } from '../components/compact-source.ts'
import { inlinePage, plainImports } from './inline-page.ts'

// The server puts the language, its texts, the origin of the link and the first look into the page.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compactSource(), plainImports(), inlinePage()],
  base: '/link-assets/',
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: resolve(import.meta.dirname, '../server/dist/hosted'),
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        minifyInternalExports: false,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: afterFirstScreen, debugName: 'after the first screen' }],
        },
      },
    },
  },
})

/** What the first screen does without, but every transfer needs, is one file: what rare screens share with it too. */
function afterFirstScreen(id: string, graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }) {
  const reached = (entry: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(entry)) return seen
    seen.add(entry)
    for (const next of graph.getModuleInfo(entry)?.importedIds ?? []) reached(next, seen)
    return seen
  }
  const at = (path: string) => resolve(import.meta.dirname, path)
  if (!reached(at('../components/whole-flow.ts')).has(id)) return null
  return reached(at('main.ts')).has(id) ? null : 'whole-flow'
}
