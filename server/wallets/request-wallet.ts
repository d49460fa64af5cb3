// Executing a wallet's preview sends nothing: it stores the request to the wallet and starts watching the chain. Executing the same
// preview again returns the same transfer. The request itself depends on the chain type.

import { loadAccount } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import { lockSession } from '../links/moved-sessions.ts'
import { changedOne, inTransaction } from '../storage/storage.ts'
import { enforceAllowList } from '../transfers/enforce-limits.ts'
import { loadPreview, type Preview, type PreviewScope } from '../transfers/preview-store.ts'
import { repeatChecks } from '../transfers/repeat-checks.ts'
import { lockSignIn } from '../transfers/reserve-send.ts'
import { type ExecuteResult, resultOfExisting } from '../transfers/send-withdrawal.ts'
import { isNotPaused, refuseIfPaused, scopesOf } from '../transfers/sending-pause.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { insertTransfer, type Transfer, transferById, transferOfPreview } from '../transfers/transfer-store.ts'
import { refuseWalletRequest } from './refuse-wallet-request.ts'
import type { SolanaNetworks } from './solana-networks.ts'
import { solanaStrategy } from './solana-strategy.ts'
import { asNetworkUnavailable } from './wallet-adapter.ts'
import type { WalletNetworks } from './wallet-networks.ts'
import { evmStrategy, type WalletRequest, type WalletStrategy } from './wallet-strategy.ts'
import { clearDeclined, insertWatch } from './watch-rows.ts'

export interface WalletDeps extends TransferDeps {
  wallets: WalletNetworks
  solana: SolanaNetworks
}

export type WalletRequestResult =
  | { outcome: 'walletRequired'; request: WalletRequest; transfer: Transfer }
  | ExecuteResult

interface WalletRequestInput {
  sessionId: string | null
  linkId: string | null
  userId: string
  transactionId: string | null
}

/** If it throws an ApiError, no request to the wallet was made. */
export async function requestWallet(
  deps: WalletDeps,
  request: WalletRequestInput & PreviewScope & { previewId: string },
): Promise<WalletRequestResult> {
  return requestLoaded(deps, request, await loadPreview(deps, request, request.previewId))
}

/** The same as `requestWallet`, for a preview that the caller has loaded within its scope. */
export async function requestLoaded(
  deps: WalletDeps,
  request: WalletRequestInput,
  preview: Preview,
): Promise<WalletRequestResult> {
  const existing = await transferOfPreview(deps.database.query, preview.id)
  if (existing !== undefined) return retryRequest(deps, preview, existing)
  if (preview.expiresAt <= deps.now()) throw new ApiError('previewExpired')
  const account = await loadAccount(deps, preview.clientId, preview.accountId)
  await repeatChecks(deps, account, preview)
  const strategy = walletStrategy(deps, preview.terms)
  const id = deps.newId()
  const prepared = await asNetworkUnavailable(strategy, () =>
    strategy.prepare({ transferId: id, clientId: preview.clientId, userId: request.userId, terms: preview.terms }),
  )
  const now = deps.now()
  const sender = { clientId: preview.clientId, exchangeType: account.exchange.type }
  const transfer = await inTransaction(deps.database, async (query) => {
    const spent = await query
      .updateTable('preview')
      .set({ spent_at: now.getTime() })
      .where('id', '=', preview.id)
      .where('expires_at', '>', now.getTime())
      .where(isNotPaused(scopesOf(sender)))
      .executeTakeFirstOrThrow()
    const written = await transferOfPreview(query, preview.id)
    if (written !== undefined) return written
    if (!changedOne(spent)) {
      await refuseIfPaused(query, sender)
      throw new ApiError('previewExpired')
    }
    const { networkId, toAddress: address, addressTag } = preview.terms
    const destination = { networkId, address, addressTag }
    await enforceAllowList(deps, query, { clientId: preview.clientId, destination, field: 'ToAddress' })
    if (request.sessionId !== null) await lockSession(query, request.sessionId)
    await lockSignIn(query, account)
    const { id: previewId, clientId, accountId, terms } = preview
    const { linkId, userId, transactionId } = request
    const columns = { previewId, clientId, accountId, linkId, userId, transactionId, terms, fingerprint: null }
    const created = { ...columns, id, exchangeType: account.exchange.type }
    const inserted = await insertTransfer(query, created, { now, nextPollAt: now, state: 'AwaitingWallet' })
    await insertWatch(query, { transferId: id, ...prepared.watch })
    await prepared.write?.(query)
    return inserted
  })
  return resultOf(deps, preview, transfer)
}

/** Whether a wallet sends this preview. */
export async function isWalletPreview({ database }: TransferDeps, { accountId }: Preview): Promise<boolean> {
  const select = database.query.selectFrom('account').select('exchange_type').where('id', '=', accountId)
  return isSelfCustody((await select.executeTakeFirstOrThrow()).exchange_type)
}

/** The wallet may have sent although the page lost its response: search the chain before the next request. */
async function retryRequest(deps: WalletDeps, preview: Preview, existing: Transfer): Promise<WalletRequestResult> {
  if (existing.state !== 'AwaitingWallet') return resultOfExisting(existing, preview)
  const strategy = walletStrategy(deps, preview.terms)
  const { transfer: polled } = await asNetworkUnavailable(strategy, () => strategy.poll(existing))
  if (polled.state === 'AwaitingWallet') {
    await refuseWalletRequest(deps, polled)
    // Before the expiry, whose error states that nothing was sent.
    await asNetworkUnavailable(strategy, () => strategy.assertSafeToRetry(polled))
    if (preview.expiresAt <= deps.now()) throw new ApiError('previewExpired')
  }
  const { query } = deps.database
  await clearDeclined(query, polled.id)
  return resultOf(deps, preview, (await transferById(query, polled.id)) ?? polled)
}

async function resultOf(deps: WalletDeps, preview: Preview, transfer: Transfer): Promise<WalletRequestResult> {
  if (transfer.state !== 'AwaitingWallet') return resultOfExisting(transfer, preview)
  return {
    outcome: 'walletRequired',
    request: await walletStrategy(deps, transfer.terms).buildRequest(transfer),
    transfer,
  }
}

/** Throws `networkNotEligible` if the server no longer reads a node of the network. */
export function walletStrategy(deps: WalletDeps, { networkKey, symbol, networkName }: TransferTerms): WalletStrategy {
  const [evm, solana] = [deps.wallets.get(networkKey), deps.solana.get(networkKey)]
  if (solana !== undefined) return solanaStrategy(deps, solana)
  if (evm === undefined) throw new ApiError('networkNotEligible', { symbol, network: networkName })
  return evmStrategy(deps, evm)
}
