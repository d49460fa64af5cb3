// Mistakes in the recovery of a withdrawal whose response was lost.

import { type Bug, files } from './bug.ts'

const { reserve, reconcile, fingerprint, schema, send, outcome, polling, lease } = files

const noLock = {
  file: schema,
  find: 'create unique index transfer_fingerprint',
  replace: 'create index transfer_fingerprint',
}

/** This check would flag the transfer if the lock had failed. */
const noRivalCheck = {
  file: reconcile,
  find: 'if (await hasRival(deps, transfer, { account, withdrawal })) {',
  replace: 'if (withdrawal === null) {',
}

export const recoveryBugs: Bug[] = [
  {
    name: 'fail on the first poll that finds nothing',
    breaks: ['I4'],
    changes: [
      {
        file: reconcile,
        find: 'if (fenceMs === null || now <= validUntil.getTime() + fenceMs + visibilityMs) return null',
        replace: '',
      },
      { file: reconcile, find: 'if (polls < emptyPolls) {', replace: 'if (polls < 0) {' },
    ],
  },
  {
    name: 'polls that find nothing count before the fence',
    breaks: ['I4'],
    changes: [
      {
        file: reconcile,
        find: 'if (fenceMs === null || now <= validUntil.getTime() + fenceMs + visibilityMs) return null',
        replace: '',
      },
    ],
  },
  {
    name: 'a withdrawal counts as visible at once',
    breaks: ['I4'],
    changes: [
      { file: reconcile, find: '+ fenceMs + visibilityMs) return null', replace: '+ fenceMs) return null' },
      { file: reconcile, find: 'if (polls < emptyPolls) {', replace: 'if (polls < 2) {' },
    ],
  },
  {
    name: 'polls follow each other so closely that a clock set forward is the wait',
    breaks: ['I4'],
    changes: [
      {
        file: reconcile,
        find: '(requestMs + fenceMs + visibilityMs) / Math.max(1, emptyPolls - 2)',
        replace: 'visibilityMs / emptyPolls',
      },
    ],
  },
  {
    name: 'absence is believed of an exchange without a fence',
    breaks: ['I4'],
    changes: [
      { file: reconcile, find: 'if (fenceMs === null || now', replace: 'if (now' },
      { file: reconcile, find: '+ fenceMs + visibilityMs', replace: '+ (fenceMs ?? 0) + visibilityMs' },
    ],
  },
  {
    name: 'recovery sends again',
    breaks: ['W', 'I3'],
    changes: [
      {
        file: reconcile,
        find: 'const [withdrawal] = equal\n',
        replace: `const [withdrawal] = equal
  if (withdrawal === undefined && transfer.state === 'Unknown') {
    const { symbol, networkKey, toAddress, addressTag, amount, adapterState } = transfer.terms
    const { clientReference, validUntil } = last
    const order = { clientReference, symbol, networkKey, address: toAddress, addressTag, amount, adapterState, validUntil }
    await account.exchange.withdraw(account.credentials, account.externalId, { ...order, mfaCode: null })
  }
`,
      },
    ],
  },
  {
    name: 'a failed poll counts as one that found nothing',
    breaks: ['I4'],
    changes: [
      {
        file: reconcile,
        find: 'const { equal, possible } = await findCandidates(deps, transfer, { account, first, attempts })',
        replace: `const none: Awaited<ReturnType<typeof findCandidates>> = { equal: [], possible: [] }
  const { equal, possible } = await findCandidates(deps, transfer, { account, first, attempts }).catch(() => none)`,
      },
    ],
  },
  {
    name: 'no lock on equal transfers',
    breaks: ['I3'],
    changes: [noLock, noRivalCheck, { file: reserve, find: 'if (fingerprint === null) return\n', replace: 'return\n' }],
  },
  {
    name: "the lock is on our account, not on the exchange's",
    breaks: ['I3'],
    changes: [noRivalCheck, { file: fingerprint, find: 'account.externalId,', replace: 'account.id,' }],
  },
  {
    name: 'the lock is not taken again with a code',
    breaks: ['I3'],
    changes: [
      {
        file: reserve,
        find: "const change = { state: 'Submitting', fingerprint, nextPollAt,",
        replace: "const change = { state: 'Submitting', nextPollAt,",
      },
      noRivalCheck,
    ],
  },
  {
    name: 'the lock ends when the outcome is unknown',
    breaks: ['I3'],
    changes: [
      {
        file: files.store,
        find: "return state === 'Submitting' || state === 'Unknown'",
        replace: "return state === 'Submitting'",
      },
      noRivalCheck,
    ],
  },
  {
    name: 'an amount that differs by the fee is alike',
    breaks: ['I3'],
    changes: [
      noRivalCheck,
      {
        file: fingerprint,
        find: 'withdrawal.amount.equals(terms.amount)',
        replace:
          '(withdrawal.amount.equals(terms.amount) || terms.amount.scaled - withdrawal.amount.scaled === 5n * 10n ** 22n)',
      },
    ],
  },
  {
    name: "a withdrawal from before is taken for the transfer's",
    breaks: ['I3'],
    changes: [{ file: reconcile, find: 'listed.filter(({ id }) => !existingMatches.has(id))', replace: 'listed' }],
  },
  {
    name: 'a withdrawal under another reference is taken for ours',
    breaks: ['I3', 'I4', 'I9'],
    changes: [
      {
        file: reconcile,
        find: 'return found.clientReference === clientReference && isOrdered(found, terms, networks)',
        replace: 'return isOrdered(found, terms, networks)',
      },
    ],
  },
  {
    name: "another transfer's withdrawal is claimed",
    breaks: ['I3', 'I9'],
    changes: [
      { file: schema, find: 'create unique index transfer_withdrawal', replace: 'create index transfer_withdrawal' },
      {
        file: reconcile,
        find: '!claimed.some((row) => row.withdrawal_id === entry.id)',
        replace: 'claimed.length >= 0',
      },
      { file: reconcile, find: 'listed.filter(({ id }) => !existingMatches.has(id))', replace: 'listed' },
    ],
  },
  {
    name: 'an address is not compared when a withdrawal is matched',
    breaks: ['I3'],
    changes: [
      noRivalCheck,
      {
        file: fingerprint,
        find: "address === null ? 'possible' : matchAddress(address, terms, networks)",
        replace: "'equal'",
      },
    ],
  },
  {
    name: 'a transfer is Submitting until the exchange can be reached',
    breaks: ['T'],
    changes: [
      {
        file: polling,
        find: "if (transfer.state === 'Submitting' && (await endSubmitting(deps, transfer))) return true",
        replace: '',
      },
    ],
  },
  {
    name: 'a known outcome is forgotten when it cannot be written at once',
    breaks: ['O'],
    changes: [
      { file: outcome, find: 'if (isUniqueViolation(error)) return null', replace: 'if (error !== null) return null' },
    ],
  },
  {
    name: 'a known outcome is forgotten when the transfer is unknown by then',
    breaks: ['O'],
    changes: [
      {
        file: send,
        find: "const isOpen = stored.state === 'Submitting' || stored.state === 'Unknown'",
        replace: "const isOpen = stored.state === 'Submitting'",
      },
    ],
  },
  {
    name: 'what is unknown is never polled',
    breaks: ['I9'],
    changes: [
      { file: send, find: "state: 'Unknown', nextPollAt: now,", replace: "state: 'Unknown', nextPollAt: null," },
    ],
  },
  {
    name: 'the lease of a dead process does not expire',
    breaks: ['I9'],
    changes: [{ file: lease, find: 'next_poll_at: leasedUntil }', replace: 'next_poll_at: 4_000_000_000_000 }' }],
  },
]
