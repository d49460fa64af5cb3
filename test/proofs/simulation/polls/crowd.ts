// The rows of a crowd: accounts, which are stored once for all runs of a thread, and their transfers.

import { credentialsPurpose } from '../../../../server/accounts/accounts.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { type TransferTerms, termsToText } from '../../../../server/transfers/terms.ts'
import { recipients } from '../clients.ts'
import { type Ground, networks, seals } from '../ground.ts'
import { startOfTime } from '../simulated-process.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'
import type { LookupFailure, PolledExchange, PollGroup } from './poll-plan.ts'

const accountsOfKind = 60
/** So that the order of the transfers of a tier shows. */
const longestDueMs = 1_000
const kinds = ['own', 'account', 'key'] as const
const amount = Amount.parse('25')
/** Within each tier (poll-schedule.ts), and far enough from its end. */
const ages = [0, 90_000, 3_600_000, 100_000_000] as const
/** An exchange's transfers are sent on a network without a node, so that the exchange's status proves them. */
const silentNetwork = 'polygon'

function failureOf({ failing }: PollGroup, index: number): LookupFailure | null {
  return failing !== undefined && (failing.which === 'all' || index === 0) ? failing.failure : null
}

/** `accountId`: ours. */
function keyOf(exchangeType: string, owner: PollGroup['owner'], accountId: string): string {
  return owner === 'own' ? accountId : `${exchangeType}-${owner}`
}

const termsText = new Map<string, string>()

export function termsOn(networkKey: string): TransferTerms {
  const network = networks.all.find(({ key }) => key === networkKey)
  const token = network?.tokens.find(({ symbol }) => symbol === 'USDC')
  if (network === undefined || token === undefined) throw new Error(`${networkKey} has no USDC`)
  const fees = { networkFee: Amount.zero, networkFeeInFiat: null, exchangeFee: Amount.zero, exchangeFeeInFiat: null }
  return {
    ...{ networkId: network.id, networkKey, networkName: network.name, symbol: 'USDC' },
    ...{ contract: token.contract, decimals: token.decimals, amount, amountInFiat: null, ...fees },
    ...{ toAddress: recipients[0] ?? '', addressTag: '', fromAddress: '', fromName: 'Exchange' },
    ...{ adapterState: '', estimatedSeconds: 5, requiredConfirmations: network.requiredConfirmations },
  }
}

/** A transfer of the crowd, as the exchange and the node know it. */
export interface CrowdTransfer {
  id: string
  /** The lane that polls it. */
  lane: string
  /** The API key of its account. */
  key: string
  terms: TransferTerms
  withdrawalId: string | null
  hash: string
  /** Of each of its look-ups at the exchange. */
  failure: LookupFailure | null
  /** Its payment is in no block, so its poll requests the withdrawal too. */
  isUnmined: boolean
}

export class Crowd {
  private readonly storage: SimulatedStorage
  private readonly clientId: string
  private readonly accountId: string
  private inserted = 0
  /** By withdrawal id, by client reference, and by hash. */
  private readonly byReference = new Map<string, CrowdTransfer>()
  private readonly ofAccounts = new Map<string, CrowdTransfer[]>()

  constructor({ storage, tenants }: Ground) {
    this.storage = storage
    this.clientId = tenants[0].clientId
    this.accountId = tenants[0].accounts.first
  }

  /** Stored once for a thread: runs change none of them. */
  insertAccounts(): void {
    const select = "select count(*) as count from sign_in where exchange_type in ('alpha', 'beta')"
    if ((this.storage.prepared(select).get() as { count: number }).count > 0) return
    for (const exchangeType of ['alpha', 'beta']) {
      for (const kind of kinds) {
        for (let index = 0; index < accountsOfKind; index++) this.insertAccount(exchangeType, kind, index)
      }
    }
  }

  private insertAccount(exchangeType: string, kind: PollGroup['owner'], index: number): void {
    const id = `${exchangeType}-${kind}-${index}`
    const apiKey = keyOf(exchangeType, kind, id)
    const sealed_credentials = seals.seal(credentialsPurpose, [this.clientId, id], { apiKey })
    const owner = { client_id: this.clientId, user_id: id, exchange_type: exchangeType, created_at: startOfTime }
    this.insert('sign_in', { id, ...owner, sealed_credentials })
    this.insert('account', { id, sign_in_id: id, ...owner, external_id: id, name: '' })
  }

  insertGroup(group: PollGroup, at: number): void {
    for (let index = 0; index < group.count; index++) {
      const dueForMs = (index * 37) % longestDueMs
      this.insertTransfer(group, index, at - dueForMs)
    }
  }

  transferOf(reference: string): CrowdTransfer {
    const transfer = this.byReference.get(reference)
    if (transfer === undefined) throw new Error(`no transfer of the crowd has the reference ${reference}`)
    return transfer
  }

  /** The transfers that the account's exchange has sent. */
  sentBy(accountId: string): readonly CrowdTransfer[] {
    return this.ofAccounts.get(accountId) ?? []
  }

  insertTransfer(group: PollGroup, index: number, at: number): void {
    const { lane, owner, tier, isUnknown } = group
    const number = ++this.inserted
    const id = `transfer-${number}`
    const isOnChain = lane === 'base' || lane === 'ethereum'
    const exchangeType: PolledExchange = isOnChain ? 'alpha' : lane
    const networkKey = isOnChain ? lane : silentNetwork
    const accountId = `${exchangeType}-${owner}-${owner === 'account' ? 0 : index % accountsOfKind}`
    const withdrawalId = isUnknown ? null : `withdrawal-${number}`
    const hash = isOnChain ? `0x${number.toString(16).padStart(64, '0')}` : ''
    const terms = termsOn(networkKey)
    const transfer = {
      ...{ id, lane: isOnChain ? `chain:${lane}` : lane, key: keyOf(exchangeType, owner, accountId), terms },
      ...{ withdrawalId, hash, failure: failureOf(group, index), isUnmined: group.isUnmined === true },
    }
    for (const reference of [id, withdrawalId, hash]) if (reference) this.byReference.set(reference, transfer)
    if (!isUnknown) this.ofAccounts.set(accountId, [...this.sentBy(accountId), transfer])
    const text = termsText.get(networkKey) ?? termsToText(terms)
    termsText.set(networkKey, text)
    const createdAt = at - ages[tier]
    const times = { created_at: createdAt, expires_at: createdAt, spent_at: createdAt }
    const preview = { client_id: this.clientId, account_id: this.accountId, terms: text, ...times }
    this.insert('preview', { id: `preview-${number}`, ...preview })
    this.insert('transfer', {
      ...{ id, preview_id: `preview-${number}`, client_id: this.clientId, account_id: accountId, user_id: accountId },
      ...{ exchange_type: exchangeType, terms: text, network_key: networkKey, contract: terms.contract },
      ...{ to_address: terms.toAddress, amount: amount.toString(), status: 'Pending' },
      ...{ state: isUnknown ? 'Unknown' : isOnChain ? 'Confirming' : 'Submitted' },
      ...{ withdrawal_id: withdrawalId, hash, attention: 'of an operator' },
      ...{ created_at: createdAt, updated_at: createdAt, next_poll_at: at, poll_tier: tier, last_event: 1 },
    })
    const event = { transfer_id: id, n: 1, at: createdAt, kind: 'created', detail: '{}', previous_hash: '', hash: '' }
    this.insert('transfer_event', event)
    if (isUnknown) this.insertAttempt(id, createdAt)
  }

  private insertAttempt(id: string, at: number): void {
    const reference = { transfer_id: id, n: 1, client_reference: id, digest: '' }
    this.insert('attempt', { ...reference, created_at: at, valid_until: at })
  }

  private insert(table: string, row: object): void {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    this.storage.prepared(`insert into ${table} (${names.join(', ')}) values (${places})`).run(...Object.values(row))
  }
}
