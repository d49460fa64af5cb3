// Mistakes in the reported outcome of a transfer, and in its timeline.

import { type Bug, files } from './bug.ts'

const { chain, payment, proofSchema, atExchange, status, store, timeline, callAccount, list, send } = files

export const outcomeBugs: Bug[] = [
  {
    name: 'succeeded without comparing the amount',
    breaks: ['I5'],
    changes: [
      {
        file: payment,
        find: 'payment.baseUnits === terms.amount.toBaseUnits(terms.decimals)',
        replace: 'payment.baseUnits > 0n',
      },
    ],
  },
  {
    name: 'succeeded without comparing the address',
    breaks: ['I5'],
    changes: [{ file: payment, find: 'payment.to.toLowerCase() === terms.toAddress.toLowerCase() &&', replace: '' }],
  },
  {
    name: 'succeeded without comparing the token',
    breaks: ['I5'],
    changes: [
      { file: payment, find: 'payment.contract.toLowerCase() === terms.contract.toLowerCase() &&', replace: '' },
    ],
  },
  {
    name: 'a reverted transaction counts as a payment',
    breaks: ['I5'],
    changes: [
      {
        file: chain,
        find: 'if (!payment.succeeded) return findReturnOrReplacement(deps, transfer, account)',
        replace: '',
      },
      { file: payment, find: 'payment.succeeded &&', replace: '' },
    ],
  },
  {
    name: 'one confirmation is enough',
    breaks: ['I5'],
    changes: [{ file: chain, find: 'confirmations >= terms.requiredConfirmations', replace: 'confirmations >= 1' }],
  },
  {
    name: "the exchange's word is enough where the chain could be read",
    breaks: ['I5'],
    changes: [{ file: chain, find: 'if (chain === undefined) return', replace: 'if (chain !== null) return' }],
  },
  {
    name: 'confirmations are not taken back',
    breaks: ['K'],
    changes: [
      {
        file: chain,
        find: "return { state: 'Confirming', confirmations: 0, nextPollAt, event: { kind: 'reorganised' } }",
        replace: 'return null',
      },
    ],
  },
  {
    name: 'a withdrawal sent again or returned after a revert is not followed',
    breaks: ['I9'],
    changes: [
      {
        file: chain,
        find: 'if (!payment.succeeded) return findReturnOrReplacement(deps, transfer, account)',
        replace: 'if (!payment.succeeded) return null',
      },
    ],
  },
  {
    name: 'an unknown status word means failed',
    breaks: ['I4'],
    changes: [
      {
        file: atExchange,
        find: "if (withdrawal.state !== 'failed' && withdrawal.state !== 'canceled') return null",
        replace: "if (!['failed', 'canceled', 'unknown'].includes(withdrawal.state)) return null",
      },
    ],
  },
  {
    name: "the exchange's word on another withdrawal is believed",
    breaks: ['I4', 'I5'],
    changes: [
      {
        file: atExchange,
        find: 'if (withdrawal.id !== withdrawalId || !isOrdered(withdrawal, terms, deps.networks)) {',
        replace: 'if (withdrawal === null) {',
      },
    ],
  },
  {
    name: 'a failure is believed though the chain shows the payment',
    breaks: ['I4'],
    changes: [{ file: atExchange, find: 'if (chain?.isHash(hash)) {', replace: 'if (hash === null) {' }],
  },
  {
    name: 'a wrong hash is never replaced',
    breaks: ['I9'],
    changes: [{ file: chain, find: 'return change ?? { attentionReason }', replace: 'return { attentionReason }' }],
  },
  {
    name: 'any text is taken for a hash',
    breaks: ['I9'],
    changes: [
      { file: payment, find: ': chain.isHash(hash)', replace: ": hash !== ''" },
      { file: chain, find: 'if (!chain.isHash(hash))', replace: 'if (chain === null)' },
    ],
  },
  {
    name: 'one payment proves two transfers',
    breaks: ['I5'],
    changes: [
      { file: proofSchema, find: 'create unique index transfer_proof', replace: 'create index transfer_proof' },
      { file: payment, find: 'return (await select.executeTakeFirst()) !== undefined', replace: 'return false' },
    ],
  },
  {
    name: 'a returned withdrawal is still reported as pending',
    breaks: ['I9'],
    changes: [
      {
        file: atExchange,
        find: 'if (returned !== null) return returned',
        replace: 'if (returned !== null) return null',
      },
    ],
  },
  {
    name: 'the status goes backwards',
    breaks: ['I8'],
    changes: [
      { file: status, find: "Confirming: ['Succeeded',", replace: "Confirming: ['Submitted', 'Succeeded'," },
      {
        file: chain,
        find: "return { state: 'Confirming', confirmations: 0, nextPollAt, event: { kind: 'reorganised' } }",
        replace: "return { state: 'Submitted', confirmations: 0, nextPollAt, event: { kind: 'reorganised' } }",
      },
    ],
  },
  {
    name: 'an outcome is written without comparing',
    breaks: ['I8', 'I4', 'I5'],
    changes: [
      {
        file: store,
        find: '  const changed: Transfer = {',
        replace: `  transfer = { ...transfer, lastEvent: (await transferById(query, transfer.id))?.lastEvent ?? 0 }
  const changed: Transfer = {`,
      },
    ],
  },
  {
    name: 'event numbers have gaps',
    breaks: ['I8'],
    changes: [
      {
        file: store,
        find: 'lastEvent: transfer.lastEvent + 1,',
        replace: "lastEvent: transfer.lastEvent + (change.state === 'Unknown' ? 2 : 1),",
      },
      {
        file: timeline,
        find: "if (event === undefined) throw new Error('the event before is missing')\n  return event.hash",
        replace: "return event?.hash ?? ''",
      },
    ],
  },
  {
    name: 'events are not chained',
    breaks: ['I8'],
    changes: [{ file: timeline, find: "transfer.lastEvent === 1 ? ''", replace: "transfer.lastEvent >= 1 ? ''" }],
  },
  {
    name: 'an event is written for a change that was lost to another',
    breaks: ['I10'],
    changes: [
      {
        file: store,
        find: '  if (!(await updateTransferRow(query, columns, more))) return null\n  await appendEvent(query, changed, { now,',
        replace: `  if (!(await updateTransferRow(query, columns, more))) {
    const stored = await transferById(query, transfer.id)
    if (stored === undefined) return null
    await appendEvent(query, { ...stored, lastEvent: stored.lastEvent + 1 }, { now, kind: change.event.kind, detail: {} })
    return null
  }
  await appendEvent(query, changed, { now,`,
      },
    ],
  },
  {
    name: 'an acknowledged transfer cannot be read while a code is required',
    breaks: ['I2'],
    changes: [
      {
        file: list,
        find: 'return asReported(transfer)',
        replace:
          "if (transfer.state === 'RequiresAction') throw new ApiError('transferNotFound')\n  return asReported(transfer)",
      },
    ],
  },
  {
    name: 'renewed credentials are stored in plain text',
    breaks: ['I13'],
    changes: [
      {
        file: callAccount,
        find: 'deps.sealer.seal(credentialsPurpose, sealBinding(account), renewed)',
        replace: 'JSON.stringify(renewed)',
      },
    ],
  },
  {
    name: 'credentials are logged with an error',
    breaks: ['I13'],
    changes: [
      {
        file: send,
        find: 'const facts = { transferId: transfer.id,',
        replace: 'const facts = { account, transferId: transfer.id,',
      },
    ],
  },
]
