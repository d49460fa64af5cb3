// Mistakes in the search of a chain for a payment from a wallet.

import { type Bug, type Change, files } from './bug.ts'

const { findSent, pollWallet, adoptPayment, pollTransaction, lastSearch } = files

/** The window of blocks searched again, counted from the head of the present poll. */
const relativeWindow: Change[] = [
  {
    file: findSent,
    find: 'from: watch.searchedBlock + 1,',
    replace: 'from: Math.max(watch.firstBlock, Math.min(watch.searchedBlock, head - terms.requiredConfirmations)) + 1,',
  },
  { file: findSent, find: 'Math.min(to, settled)', replace: 'to' },
]

const noLastSearch: Change = {
  file: lastSearch,
  find: 'return restartSearch(deps.database.query, watch, { from, now: deps.now() })',
  replace: 'return restartSearch(deps.database.query, watch, { from: watch, now: deps.now() })',
}

export const watchBugs: Bug[] = [
  {
    name: 'a watch searches blocks again by the present head alone',
    breaks: ['P'],
    changes: [...relativeWindow, noLastSearch],
  },
  {
    name: 'a watch searches blocks again by the present head, and at its end all of them',
    breaks: ['L'],
    changes: relativeWindow,
  },
  { name: 'a watch ends without a last search', breaks: ['P'], changes: [noLastSearch] },
  {
    name: 'a watch counts blocks as searched up to the head',
    breaks: ['L'],
    changes: [{ file: findSent, find: 'Math.min(to, settled)', replace: 'to' }],
  },
  {
    name: 'a watch believes that a node with the block has its logs',
    breaks: ['L'],
    changes: [{ file: findSent, find: ': logLagBlocks)', replace: ': 0)' }],
  },
  {
    name: 'a watch believes that a node with the block has no replaced one',
    breaks: ['L'],
    changes: [{ file: findSent, find: "(contract === '' ? coinLagBlocks", replace: "(contract === '' ? 0" }],
  },
  {
    name: 'a watch ends while there are blocks to search',
    breaks: ['P'],
    changes: [
      {
        file: pollWallet,
        find: 'if (found.isBehind) return pollAgain(deps, transfer)\n  // Other',
        replace: '// Other',
      },
    ],
  },
  {
    name: 'a watch ends without attention',
    breaks: ['A'],
    changes: [{ file: lastSearch, find: '(isLeft ? null : reasonOf(watch))', replace: 'null' }],
  },
  {
    name: 'a watch whose polls fail is flagged by nothing',
    breaks: ['A'],
    changes: [
      { file: lastSearch, find: 'await requestAttention(deps, transfer, { reason: failingPolls })', replace: '' },
    ],
  },
  {
    name: 'a watch is credited while an exchange may still name the payment',
    breaks: ['F'],
    changes: [
      {
        file: adoptPayment,
        find: "if (ofExchange === 'unknown' && !(await hasProved(query, transfer, transfer.terms))) throw new Undecided()",
        replace: '',
      },
    ],
  },
  {
    name: 'a watch is credited with a payment that an exchange has named',
    breaks: ['F'],
    changes: [
      { file: adoptPayment, find: "if (ofExchange === 'yes') return false", replace: '' },
      {
        file: pollTransaction,
        find: "if ((await isOfExchange(query, transfer.terms, transfer.hash)) === 'yes') return releasePayment(deps, transfer)",
        replace: '',
      },
    ],
  },
  {
    name: 'a watch credits a payment at its first confirmation',
    breaks: ['F'],
    changes: [
      {
        file: pollTransaction,
        find: 'if (payment.confirmations < terms.requiredConfirmations)',
        replace: 'if (payment.confirmations < 1)',
      },
    ],
  },
]
