import { resolve } from 'node:path'
import { defineConfig, type Rolldown } from 'vite'
import { compactSource } from '../components/compact-source.ts'
import { inlinePage, plainImports } from './inline-page.ts'
import { inlineTexts } from './inline-texts.ts'
import { leaveOut } from './leave-out.ts'

// The server puts the language, its texts, the origin of the link and the data of the first screen into the page.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compactSource(),
    leaveOut(resolve(import.meta.dirname, '../server/contract/amount.ts'), 'Amount', [
      ...['fromBaseUnits', 'toBaseUnits', 'subtract', 'floorTo', 'min', 'max'],
    ]),
    plainImports(),
    inlinePage('page', 'core-flow'),
    inlineTexts({
      folder: resolve(import.meta.dirname, '../components/texts'),
      first: ['header', 'common', 'chooseAccount', 'opening'],
      onDemand: [
        ...[
          'amount',
          'wallets',
          'payLink',
          'enterCode',
          'errors',
          'review',
          'accountConnected',
          'confirmElsewhere',
          'extra',
          'failed',
          'handOff',
          'keyFields',
        ],
        'chooseAccount',
        'fullPage',
        ...['leave', 'linkEnded', 'noEligible', 'pending', 'pickAccount', 'problem', 'signInEnded', 'waiting'],
      ],
      common: {
        amount: (name) => !/^(locked|onlyReceivable)$/.test(name),
        chooseAccount: (name) => !/^(reads|acts|sendsNothing|keeps)$/.test(name),
        enterCode: (name) =>
          /^(title|leads|sentTo|toSignIn|labels|hints|totp|missing|tooShort|otherMethod)$/.test(name),
        // Errors that are shown without a call to the server.
        errors: (name) => /^(offline|amountBelowMinimum|amountAboveMaximum|noPrice)$/.test(name),
        review: (name) => !/^(changed|changedTotals|was)$/.test(name),
      },
    }),
  ],
  resolve: { alias: [{ find: /^lit$/, replacement: resolve(import.meta.dirname, 'small-lit/index.ts') }] },
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
        minifyInternalExports: true,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf, debugName: 'page and core flow' }],
        },
      },
    },
  },
})

/**
 * Two files beside the languages: the code of the first screen, and the code that every transfer needs after it, with what the
 * screens loaded on demand share with it. The styles of later screens are in the first file, because together they compress better.
 */
function fileOf(id: string, graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null }): string | null {
  const reaches = (paths: string[]) => {
    const seen = new Set<string>()
    const follow = (next: string) => {
      if (seen.has(next)) return
      seen.add(next)
      for (const each of graph.getModuleInfo(next)?.importedIds ?? []) follow(each)
    }
    for (const path of paths) follow(resolve(import.meta.dirname, path))
    return seen.has(id)
  }
  // The texts of the first screen need the plural forms.
  if (reaches(['main.ts', '../components/texts/plural.ts', '../components/screens/core-styles.ts'])) return 'page'
  return reaches(['../components/screens/core-flow.ts', 'connect.ts']) ? 'core-flow' : null
}
