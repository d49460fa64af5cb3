// Pays without a connected wallet: by a link or a QR code that a wallet app opens, or manually. If the server reads a node of the
// network, it watches the chain for this payment.

import { randomUUID } from 'node:crypto'
import { credentialsPurpose } from '../accounts/accounts.ts'
import { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import type { Network, NetworkToken } from '../networks/network.ts'
import { checkDestination, checkTransfer, requireNetwork } from '../risk/risk-check.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { inFiat } from '../transfers/configure.ts'
import { enforceAllowList } from '../transfers/enforce-limits.ts'
import { fingerprintOfPayment } from '../transfers/fingerprint.ts'
import { refuseIfPaused } from '../transfers/sending-pause.ts'
import { type TransferTerms, termsToText } from '../transfers/terms.ts'
import { insertTransfer, type Transfer } from '../transfers/transfer-store.ts'
import { creditedTransfer, share, supersede } from './credited-transfer.ts'
import { endRequests } from './end-requests.ts'
import { referenceOf } from './payment-reference.ts'
import { paymentUri } from './payment-uri.ts'
import type { WalletDeps } from './request-wallet.ts'
import { refuseUnfit } from './solana-adapter.ts'
import { asNetworkUnavailable } from './wallet-adapter.ts'
import { clearDeclined, insertWatch, watchOf } from './watch-rows.ts'

export const paymentWatchSeconds = 86_400
const payerName = 'Another wallet'

interface RequestingUser {
  clientId: string
  userId: string
  linkId: string
  transactionId: string | null
  /** The link's own entries. */
  allowed: readonly Destination[]
}

export interface RequestedPayment {
  terms: TransferTerms
  uri: string | null
  /** Null if the payment is not watched: the server reads no node of the network, or another open payment is equal to this one. */
  transfer: Transfer | null
}

/** Throws the errors of a destination and of an amount, and `networkUnavailable`. */
export async function requestPayment(
  deps: WalletDeps,
  user: RequestingUser,
  { destination, amount }: { destination: Destination; amount: Amount },
): Promise<RequestedPayment> {
  const network = requireNetwork(deps.networks, destination.networkId, 'networkId')
  const named = { requester: user, network, given: destination, allowed: user.allowed, field: 'address' }
  const checked = await checkDestination(deps, named)
  await enforceAllowList(deps, deps.database.query, { clientId: user.clientId, destination: checked, field: 'address' })
  const token = deps.networks.token(network, destination.symbol)
  if (token === undefined)
    throw new ApiError('networkNotEligible', { symbol: destination.symbol, network: network.name })
  const { address, addressTag } = checked
  const payment = { networkKey: network.key, contract: token.contract, toAddress: address, addressTag, amount }
  const amountInFiat = inFiat(amount, await priceOf(deps, token.symbol))
  await checkTransfer(deps, {
    ...unlimited(token, amount),
    amountInFiat,
    requester: user,
    accountId: null,
    previewId: await earlierPreview(deps, user, fingerprintOfPayment({ ...payment, fromAddress: '' })),
    network,
    destination: checked,
  })
  const terms = { ...termsOf({ network, token, amount, amountInFiat }), toAddress: address, addressTag }
  // Where no node shows payments, nothing is stored, and nothing else would check it.
  await refuseIfPaused(deps.database.query, { clientId: user.clientId, exchangeType: selfCustodyType })
  const watched = watchedOn(deps, network, address)
  const transfer = watched === null ? null : await watchFor(deps, { at: watched, user, terms })
  const chainId = deps.networks.chainId(network)
  const isSandbox = deps.environment === 'sandbox'
  const reference = transfer === null ? null : referenceOf(transfer.id)
  return {
    terms,
    uri: paymentUri({ network, chainId, token, address, addressTag, amount, isSandbox, reference }),
    transfer,
  }
}

/** The account that pays is unknown, and so are its balance and its limits. */
function unlimited(token: NetworkToken, amount: Amount) {
  const step = Amount.fromBaseUnits(1n, token.decimals)
  return {
    ...{ token, amount, exchangeName: payerName, fromAddresses: [], enabled: true, field: 'address' },
    ...{ minimum: step, maximum: null, step, available: amount, networkFee: Amount.zero, exchangeFee: Amount.zero },
  }
}

/** The preview of the same payment, if its user has requested it before and nothing was paid yet. */
async function earlierPreview(
  { database }: WalletDeps,
  { clientId, userId }: RequestingUser,
  fingerprint: string,
): Promise<string | null> {
  const held = await database.query
    .selectFrom('transfer')
    .select('preview_id')
    .where('fingerprint', '=', fingerprint)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return held?.preview_id ?? null
}

interface Watched {
  network: Network
  /** The newest block, or slot. Throws `riskBlocked` if the chain shows that the address is not a wallet's. */
  head(): Promise<number>
}

/** Null if no node of the network is configured. */
function watchedOn({ wallets, solana }: WalletDeps, network: Network, address: string): Watched | null {
  const [evm, there] = [wallets.get(network.key), solana.get(network.key)]
  if (evm !== undefined) return { network, head: () => evm.reads.head() }
  if (there === undefined) return null
  return {
    network,
    async head() {
      const [recipient = null] = await there.reads.accounts([address])
      refuseUnfit(recipient, 'address')
      return (await there.reads.head('confirmed')).slot
    },
  }
}

interface PricedPayment {
  network: Network
  token: NetworkToken
  amount: Amount
  amountInFiat: Amount | null
}

function termsOf({
  network,
  token,
  amount,
  amountInFiat,
}: PricedPayment): Omit<TransferTerms, 'toAddress' | 'addressTag'> {
  return {
    networkId: network.id,
    networkKey: network.key,
    networkName: network.name,
    symbol: token.symbol,
    contract: token.contract,
    decimals: token.decimals,
    amount,
    amountInFiat,
    fromAddress: '',
    fromName: payerName,
    networkFee: Amount.zero,
    networkFeeInFiat: Amount.zero,
    exchangeFee: Amount.zero,
    exchangeFeeInFiat: Amount.zero,
    adapterState: '',
    estimatedSeconds: 60,
    requiredConfirmations: network.requiredConfirmations,
  }
}

/** Null if no price is known. A payment does not require one. */
async function priceOf({ exchanges, prices }: WalletDeps, symbol: string): Promise<Amount | null> {
  const wallet = exchanges.byType(selfCustodyType)
  if (wallet === undefined) return null
  const list = await prices.listOf(wallet).catch(() => null)
  return list?.of(symbol) ?? null
}

/**
 * Repeating a request under one link returns the same transfer. Under another link of the same user, a new transfer begins, and an
 * abandoned one does not block it. Equal payments of two users to one address cannot be attributed.
 */
async function watchFor(
  deps: WalletDeps,
  { at, user, terms }: { at: Watched; user: RequestingUser; terms: TransferTerms },
): Promise<Transfer | null> {
  const firstBlock = await asNetworkUnavailable(at, () => at.head())
  const now = deps.now()
  // Not in the transaction below, where it would lock requests of other payments: two transactions could wait for each other.
  await inTransaction(deps.database, (query) => endRequests(query, user, now))
  return inTransaction(deps.database, async (query) => {
    const { clientId, userId, linkId, transactionId } = user
    await refuseIfPaused(query, { clientId, exchangeType: selfCustodyType })
    const credited = await creditedTransfer(query, terms)
    if (credited !== undefined) {
      const isOwn = credited.clientId === clientId && credited.userId === userId
      if (!isOwn || (await watchOf(query, credited.id)).sharedAt !== null) {
        await share(query, credited, now)
        return null
      }
      // A payment that is found but cannot be assigned blocks its amount.
      if (credited.state !== 'AwaitingWallet') return underLink(query, credited, user)
      if (credited.linkId === linkId) {
        await clearDeclined(query, credited.id)
        return credited
      }
      await supersede(query, credited, now)
    }
    const accountId = await payingAccount(deps, query, { user, now })
    const previewId = await insertSpentPreview(query, { clientId, accountId, terms }, now)
    // If two requests reach this point at once, the index refuses the second: `inTransaction` repeats it, and it finds the transfer.
    const fingerprint = fingerprintOfPayment(terms)
    const columns = { previewId, clientId, accountId, userId, linkId, transactionId, terms, fingerprint }
    const created = { ...columns, id: deps.newId(), exchangeType: selfCustodyType }
    const transfer = await insertTransfer(query, created, { now, nextPollAt: now, state: 'AwaitingWallet' })
    await insertWatch(query, { transferId: transfer.id, nonce: 0, minedNonce: 0, firstBlock })
    return transfer
  })
}

/** Of two links of one user, the payment counts for the one that requests it now. */
async function underLink(
  query: Query,
  transfer: Transfer,
  { linkId, transactionId }: RequestingUser,
): Promise<Transfer> {
  const update = query.updateTable('transfer').set({ link_id: linkId, transaction_id: transactionId })
  await update.where('id', '=', transfer.id).execute()
  return { ...transfer, linkId, transactionId }
}

/** Every transfer has an account. This one belongs to no user, and no session may use it. */
async function payingAccount(
  { sealer }: WalletDeps,
  query: Query,
  { user: { clientId, userId }, now }: { user: RequestingUser; now: Date },
): Promise<string> {
  const [signInId, id] = [randomUUID(), randomUUID()]
  const columns = {
    client_id: clientId,
    user_id: userId,
    exchange_type: selfCustodyType,
    created_at: now.getTime(),
  }
  const sealed_credentials = sealer.seal(credentialsPurpose, [clientId, signInId], {})
  await query
    .insertInto('sign_in')
    .values({ id: signInId, ...columns, sealed_credentials })
    .execute()
  await query
    .insertInto('account')
    .values({ id, sign_in_id: signInId, ...columns, external_id: id, name: payerName })
    .execute()
  return id
}

async function insertSpentPreview(
  query: Query,
  { clientId, accountId, terms }: { clientId: string; accountId: string; terms: TransferTerms },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const at = now.getTime()
  const times = { created_at: at, expires_at: at, spent_at: at }
  await query
    .insertInto('preview')
    .values({
      ...{ id, client_id: clientId, account_id: accountId, session_id: null, ...times },
      terms: termsToText(terms),
      wrong_codes: 0,
    })
    .execute()
  return id
}
