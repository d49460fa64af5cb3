// Mistakes before, during and right after the single send.

import { type Bug, files } from './bug.ts'

const { execute, reserve, endPreview, send, schema, adapter, exchange, previewStore } = files

export const sendBugs: Bug[] = [
  {
    name: 'retry on timeout',
    breaks: ['W', 'I3'],
    changes: [
      { file: send, find: 'await account.exchange.withdraw(', replace: 'await sendTwice(account)(' },
      {
        file: send,
        find: 'const failedStates = new Set(',
        replace: `const sendTwice = (account: Account) => async (...order: Parameters<Account['exchange']['withdraw']>) => {
  const first = await account.exchange.withdraw(...order)
  return first.kind === 'ambiguous' ? account.exchange.withdraw(...order) : first
}
const failedStates = new Set(`,
      },
    ],
  },
  {
    name: 'fail on timeout',
    breaks: ['I4', 'S'],
    changes: [
      {
        file: send,
        find: "return { state: 'Unknown', nextPollAt: now, event: { kind: 'unknown', detail: { reason: outcome.reason } } }",
        replace: "return rejectionOf(name, 'rejected')",
      },
    ],
  },
  {
    name: 'an attempt is not written before the send',
    breaks: ['W'],
    changes: [
      { file: reserve, find: 'await insertAttempt(query, {', replace: 'void (async (..._: unknown[]) => {})(query, {' },
    ],
  },
  {
    name: 'a preview can be spent twice',
    breaks: ['I1', 'I3'],
    changes: [
      {
        file: schema,
        find: 'preview_id text not null unique references',
        replace: 'preview_id text not null references',
      },
      { file: reserve, find: ".where('spent_at', 'is', null)", replace: '' },
    ],
  },
  {
    name: 'the code is tried without waiting for the one before',
    breaks: ['I1', 'W', 'I3'],
    changes: [
      {
        file: reserve,
        find: 'if (!providesRequiredAction(existing, input)) throw new LostRace()',
        replace: "if (existing.state === 'Abandoned') throw new LostRace()",
      },
    ],
  },
  {
    name: 'a reservation that was undone is sent when another execute with the code has won',
    breaks: ['W', 'I3'],
    changes: [
      { file: reserve, find: 'if (lastEvent !== 1) return false', replace: '' },
      { file: reserve, find: '.set({ last_event: 1 })', replace: '.set({ last_event: lastEvent })' },
      { file: reserve, find: ".where('last_event', '=', 1)", replace: ".where('last_event', '=', lastEvent)" },
    ],
  },
  {
    name: 'a reservation that was undone is sent',
    breaks: ['W', 'I3'],
    changes: [{ file: reserve, find: '.then(changedOne, ', replace: '.then(() => true, ' }],
  },
  {
    name: 'no expiry check',
    breaks: ['I12'],
    changes: [
      {
        file: execute,
        find: 'if (preview.expiresAt <= deps.now()) return endExpiredPreview(deps, preview)',
        replace: '',
      },
      { file: reserve, find: ".where('expires_at', '>', now)", replace: '' },
    ],
  },
  {
    name: 'a request is good for an hour',
    breaks: ['I12', 'I4'],
    changes: [{ file: reserve, find: '+ account.exchange.recovery.requestMs', replace: '+ 3_600_000' }],
  },
  {
    name: 'wrong codes are not counted',
    breaks: ['C'],
    changes: [{ file: reserve, find: 'input.mfaCode === null ? 0 : 1', replace: '0' }],
  },
  {
    name: 'another amount is sent than previewed',
    breaks: ['I7'],
    changes: [
      { file: send, find: 'amount: terms.amount,', replace: 'amount: terms.amount.subtract(terms.networkFee),' },
    ],
  },
  {
    name: 'the quote is forgotten',
    breaks: ['I7'],
    changes: [{ file: send, find: 'adapterState: terms.adapterState,', replace: "adapterState: ''," }],
  },
  {
    name: 'an error is returned after the send',
    breaks: ['E'],
    changes: [
      {
        file: send,
        find: 'writeOutcome(deps, facts, { write: () => settle(deps, account, { send, input, outcome }), pending })',
        replace: 'settle(deps, account, { send, input, outcome })',
      },
    ],
  },
  {
    name: 'an execute is refused while another one sends the same preview',
    breaks: ['E'],
    changes: [
      {
        file: execute,
        find: "if (existing === undefined || existing.state === 'RequiresAction') throw error",
        replace: 'if (existing !== null) throw error',
      },
    ],
  },
  {
    name: 'an unknown outcome is returned as a failure',
    breaks: ['S'],
    changes: [{ file: send, find: "new Set(['Rejected',", replace: "new Set(['Unknown', 'Rejected'," }],
  },
  {
    name: 'expired is said while another execute sends',
    breaks: ['S'],
    changes: [
      {
        file: execute,
        find: 'if (preview.expiresAt <= deps.now()) return endExpiredPreview(deps, preview)',
        replace: "if (preview.expiresAt <= deps.now()) throw new ApiError('previewExpired')",
      },
    ],
  },
  {
    name: 'a preview that was reported as expired waits for a clock that is behind',
    breaks: ['S', 'I12'],
    changes: [
      {
        file: endPreview,
        find: '.set({ expires_at: 0 })',
        replace: ".set((column) => ({ expires_at: column.ref('created_at') }))",
      },
    ],
  },
  {
    name: 'a transfer that waits for a code waits for ever',
    breaks: ['I9'],
    changes: [
      {
        file: send,
        find: "if (change.state === 'RequiresAction' && codes !== null) change.nextPollAt = codes.expiresAt",
        replace: '',
      },
    ],
  },
  {
    name: "another tenant's preview can be executed",
    breaks: ['I11'],
    changes: [{ file: previewStore, find: 'row.client_id === scope.clientId &&', replace: '' }],
  },
  {
    name: 'the adapter takes a 5xx for a rejection',
    breaks: ['I4', 'S'],
    changes: [
      {
        file: adapter,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is searched for as it stands
        find: "return { kind: 'ambiguous', reason: `status ${status}` }",
        replace: "return { kind: 'rejected', code: 'rejected' }",
      },
    ],
  },
  {
    name: 'the adapter takes an unknown code for a rejection',
    breaks: ['I4', 'S'],
    changes: [{ file: adapter, find: 'rejections.has(body.code)', replace: 'body.code !== undefined' }],
  },
  {
    name: 'the adapter takes an unreadable response for a yes',
    breaks: ['I3', 'I9'],
    changes: [
      {
        file: adapter,
        find: "return { kind: 'ambiguous', reason: 'unreadable response' }",
        replace: "return { kind: 'accepted', withdrawalId: 'withdrawal-1' }",
      },
    ],
  },
  {
    name: 'the exchange does not return the fee of a withdrawal it gives back',
    breaks: ['I6'],
    changes: [
      {
        file: exchange,
        find: 'books.available += entry.units + entry.fee',
        replace: 'books.available += entry.units',
      },
    ],
  },
]
