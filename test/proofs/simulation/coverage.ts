// The coverage of a run: every kind of fault, every transition of the diagram. A row with zero was never tried, and the run then
// proves less than it claims.

import { transitions } from './diagram.ts'
import { fates, operationFaults, timedFaults } from './faults.ts'

const others = [
  'lock waited for in vain',
  'withdrawal listed late',
  'foreign withdrawal',
  'wrong code typed',
  'stale code typed',
  'confirmation waited for',
  'client retries without a response',
  'client retries after an error',
  "another tenant's preview tried",
  'operator resolves',
  'read from a node that lags',
  'logs lag behind blocks',
  'reorganised, transactions earlier',
  'reorganised, transactions later',
  'hash reported',
  'payment credited',
  'payment credited by the last search',
  'watch ended without a payment',
  'watch that did not end was flagged',
]

const polls = [
  'new transfer polled in a crowd',
  'lane saturated by several tiers',
  'poll hangs',
  'poll of a node hangs',
  'poll with a key over its limit',
  'look-up of a transfer that keeps failing',
  'poll of an exchange that is unreachable',
  'lease of a process that died expires',
  'empty poll counts',
]

const webhooks = [
  ...['receiver fails', 'receiver rejects', 'receiver is down', 'receiver requests a wait', 'receiver always rejects'],
  'receiver always fails',
  ...['webhooks replayed', 'delivery replayed', 'process that sends webhooks crashes'],
  ...['paused', 'turned on', 'moved', 'deleted'].map((changed) => `endpoint ${changed} by its client`),
]

const groups: [string, readonly string[]][] = [
  ['Faults of single steps', Object.keys(operationFaults)],
  ['Faults for a while', Object.keys(timedFaults)],
  ['What became of withdrawals', fates],
  ['Other', others],
  ['Polls of a crowd', polls],
  ['Webhooks', webhooks],
  ['Transitions', transitions],
]

export function printCoverage(counts: ReadonlyMap<string, number>, print: (line: string) => void): void {
  for (const [name, rows] of groups) {
    print(`\n${name}`)
    for (const row of rows) print(`${String(counts.get(row) ?? 0).padStart(9)}  ${row}`)
  }
}

export function neverMet(counts: ReadonlyMap<string, number>): string[] {
  return groups.flatMap(([, rows]) => rows.filter((row) => !counts.get(row)))
}
