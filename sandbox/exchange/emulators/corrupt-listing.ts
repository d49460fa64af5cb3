// Corrupts the listed withdrawals for tests of clients. The output is well-formed.

import type { EmulatorFault, EmulatorFaults } from './faults.ts'
import type { ListedWithdrawal } from './find-withdrawals.ts'

const changes: Partial<Record<EmulatorFault, (withdrawal: ListedWithdrawal) => ListedWithdrawal>> = {
  unknownStatus: (withdrawal) => ({ ...withdrawal, status: 'odd' }),
  foreignAnswer: (withdrawal) => ({
    ...withdrawal,
    id: `${withdrawal.id.slice(0, -4)}dead`,
    reference: `not-${withdrawal.reference}`,
  }),
  foreignNetwork: (withdrawal) => ({
    ...withdrawal,
    network: withdrawal.network === 'ethereum' ? 'polygon' : 'ethereum',
  }),
  mutatedAmounts: (withdrawal) => ({ ...withdrawal, units: withdrawal.units * 10n + 1n }),
  mutatedAddresses: (withdrawal) => ({
    ...withdrawal,
    address: `${withdrawal.address.slice(0, -1)}${withdrawal.address.endsWith('1') ? 2 : 1}`,
  }),
  changedHash: (withdrawal) => ({
    ...withdrawal,
    hash: withdrawal.hash === '' ? '' : withdrawal.hash.replace(/.{8}$/, 'deadbeef'),
  }),
  noHash: (withdrawal) => ({ ...withdrawal, hash: '' }),
  tagUnstated: (withdrawal) => ({ ...withdrawal, tag: '' }),
  internalTransfer: (withdrawal) => ({ ...withdrawal, status: 'completed', fee: 0n, hash: '', isInternal: true }),
  listedAsFailed: (withdrawal) => ({ ...withdrawal, status: 'failed', reason: 'Failed by the fault listedAsFailed.' }),
  listedAsCanceled: (withdrawal) => ({ ...withdrawal, status: 'canceled' }),
  listedAsPending: (withdrawal) => ({ ...withdrawal, status: 'pending', hash: '' }),
}

/** One withdrawal, as in the response to an order. */
export function corruptWithdrawal(withdrawal: ListedWithdrawal, faults: EmulatorFaults): ListedWithdrawal {
  return Object.entries(changes).reduce(
    (changed, [name, change]) => (faults[name as EmulatorFault] === undefined ? changed : change(changed)),
    withdrawal,
  )
}

/** A list of withdrawals, newest first. */
export function corruptListing(list: ListedWithdrawal[], faults: EmulatorFaults, now: number): ListedWithdrawal[] {
  let listed = list.map((each) => corruptWithdrawal(each, faults))
  const hiddenFor = faults.invisible?.ms
  if (hiddenFor !== undefined) listed = listed.filter(({ createdAt }) => now - createdAt >= hiddenFor)
  if (faults.duplicatedEntries) listed = listed.flatMap((each) => [each, each])
  // Drops the newest half, which clients look for.
  if (faults.partialPages) listed = listed.slice(Math.ceil(listed.length / 2))
  return listed
}

/** The id in the response to an order. */
export function reportedId(id: string, faults: EmulatorFaults): string {
  return faults.foreignAnswer === undefined ? id : `${id.slice(0, -4)}dead`
}
