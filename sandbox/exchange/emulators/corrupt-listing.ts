// Withdrawals told as they are not, for whoever has to bear it. What comes out is as well-formed as what went in.

import type { EmulatorFault, EmulatorFaults } from './faults.ts'
import type { Told } from './find-withdrawals.ts'

const changes: Partial<Record<EmulatorFault, (told: Told) => Told>> = {
  unknownStatus: (told) => ({ ...told, status: 'odd' }),
  foreignAnswer: (told) => ({ ...told, id: `${told.id.slice(0, -4)}dead`, reference: `not-${told.reference}` }),
  foreignNetwork: (told) => ({ ...told, network: told.network === 'ethereum' ? 'polygon' : 'ethereum' }),
  mutatedAmounts: (told) => ({ ...told, units: told.units * 10n + 1n }),
  mutatedAddresses: (told) => ({
    ...told,
    address: `${told.address.slice(0, -1)}${told.address.endsWith('1') ? 2 : 1}`,
  }),
  changedHash: (told) => ({ ...told, hash: told.hash === '' ? '' : told.hash.replace(/.{8}$/, 'deadbeef') }),
  noHash: (told) => ({ ...told, hash: '' }),
  tagUnstated: (told) => ({ ...told, tag: '' }),
  internalTransfer: (told) => ({ ...told, status: 'completed', fee: 0n, hash: '', isInternal: true }),
  toldFailed: (told) => ({ ...told, status: 'failed', reason: 'It failed, they say.' }),
  toldCanceled: (told) => ({ ...told, status: 'canceled' }),
  toldPending: (told) => ({ ...told, status: 'pending', hash: '' }),
}

/** One withdrawal, as the answer to an order tells of it. */
export function tellOne(told: Told, faults: EmulatorFaults): Told {
  return Object.entries(changes).reduce(
    (changed, [name, change]) => (faults[name as EmulatorFault] === undefined ? changed : change(changed)),
    told,
  )
}

/** A list of them, newest first. */
export function tell(list: Told[], faults: EmulatorFaults, now: number): Told[] {
  let told = list.map((each) => tellOne(each, faults))
  const hiddenFor = faults.invisible?.ms
  if (hiddenFor !== undefined) told = told.filter(({ createdAt }) => now - createdAt >= hiddenFor)
  if (faults.duplicatedEntries) told = told.flatMap((each) => [each, each])
  // The newest half is the one that is looked for.
  if (faults.partialPages) told = told.slice(Math.ceil(told.length / 2))
  return told
}

/** The id with which an order is answered. */
export function toldId(id: string, faults: EmulatorFaults): string {
  return faults.foreignAnswer === undefined ? id : `${id.slice(0, -4)}dead`
}
