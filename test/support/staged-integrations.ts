// Clients, webhook endpoints and calls in every state that the console's pages about them show.
import { randomUUID } from 'node:crypto'
import { authenticateClient, createClient } from '../../server/clients/clients.ts'
import { addCallbackUrl, addSecret, revokeSecrets, secretsOf } from '../../server/clients/key-sets.ts'
import { Amount } from '../../server/contract/amount.ts'
import { recordEvent } from '../../server/events/record-event.ts'
import type { Metrics } from '../../server/log/metrics.ts'
import { inTransaction } from '../../server/storage/storage.ts'
import { allowDestination, placeAt } from '../../server/transfers/allowed-destinations.ts'
import { dayOf, lockUsage, storeUsage } from '../../server/transfers/daily-usage.ts'
import { setLimit } from '../../server/transfers/operator-limits.ts'
import { changeEndpoint, type WebhookEndpoint } from '../../server/webhooks/webhook-endpoint.ts'
import { type Engine, recipient } from './engine.ts'
import { responseOf, type WebhookEngine, webhookEngine } from './webhook-engine.ts'

export interface StagedClient {
  clientId: string
  name: string
  callbackUrl: string
  /** The receiver accepts events. */
  working: WebhookEndpoint
  /** Several requests failed, one delivery has failed for good, and events wait. */
  failing: WebhookEndpoint
  hooks: WebhookEngine
}

/** A client with secrets, limits, an allowed destination, three webhook endpoints and a transfer of the engine. */
export async function stageClient(engine: Engine): Promise<StagedClient> {
  const { deps, clientId } = engine
  const { query } = deps.database
  const callbackUrl = 'https://shop.example/transfer/done'
  const name = 'Riverside Market'
  await query.updateTable('client').set({ name }).where('id', '=', clientId).execute()
  await createClient(deps, { name: 'Harbour Games', callbackUrls: [] })
  await addCallbackUrl(deps, clientId, callbackUrl)
  const used = await addSecret(deps, clientId)
  if (used === null) throw new Error('the client has too many secrets')
  await authenticateClient(deps, clientId, used.secret)
  const [first] = await secretsOf(query, clientId)
  await revokeSecrets(deps, clientId, [first?.id ?? ''])
  const now = deps.now()
  await setLimit(query, { name: 'usd-per-client', clientId, value: '50000', setAt: now })
  await setLimit(query, { name: 'transfers-per-user', clientId: null, value: '20', setAt: now })
  const day = { clientId, userId: null, day: dayOf(now) }
  await lockUsage(query, day)
  await storeUsage(query, day, { transfers: 14, fiat: Amount.parse('12840.5') })
  const network = deps.networks.byKey('base')
  if (network === undefined) throw new Error('there is no network base')
  const place = placeAt(network, { address: recipient, addressTag: '' })
  await allowDestination(query, { ...place, clientId, shownAddress: recipient }, now)
  await engine.execute(await engine.preview())
  return { clientId, name, callbackUrl, ...(await stageWebhooks(engine)) }
}

async function stageWebhooks(engine: Engine): Promise<Pick<StagedClient, 'working' | 'failing' | 'hooks'>> {
  const { deps, clientId } = engine
  const hooks = webhookEngine(deps.database, deps.now)
  const failing = await hooks.addEndpoint(clientId, { url: 'https://ledger.shop.example/webhooks' })
  const working = await hooks.addEndpoint(clientId, {
    ...{ url: 'https://shop.example/webhooks?token=hidden', description: 'Credits balances' },
  })
  const paused = await hooks.addEndpoint(clientId, { url: 'https://old.shop.example/hooks' })
  await changeEndpoint(deps, { clientId, id: paused.id }, { state: 'paused', pausedBy: 'operator' })
  hooks.respond = ({ url }) => responseOf(url === failing.url ? 503 : 200)
  for (const subject of ['one', 'two', 'three']) {
    for (const ordinal of [1, 2]) await recordOne(engine, `account ${subject}`, ordinal)
  }
  await hooks.serve()
  const [failed] = await deps.database.query
    .selectFrom('webhook_delivery')
    .select('event_id')
    .where('endpoint_id', '=', failing.id)
    .where('tries', '>', 0)
    .execute()
  await deps.database.query
    .updateTable('webhook_delivery')
    .set({ state: 'failed', due_at: null, done_at: deps.now().getTime() })
    .where('endpoint_id', '=', failing.id)
    .where('event_id', '=', failed?.event_id ?? '')
    .execute()
  return { working, failing, hooks }
}

async function recordOne({ deps, clientId }: Engine, subjectId: string, ordinal: number): Promise<void> {
  const event = { id: randomUUID(), clientId, type: 'account.connected' as const, at: deps.now(), subjectId, ordinal }
  const whole = { ...event, data: { accountId: subjectId, amount: '0.1' } }
  await inTransaction(deps.database, (query) => recordEvent(query, whole, { isFirst: false }))
}

/** Calls of which some have failed. */
export function stageCalls(metrics: Metrics, exchange: string): void {
  for (let n = 0; n < 180; n++)
    metrics.countExchangeCall({ exchange, call: 'holdings', outcome: 'ok', seconds: n % 10 === 0 ? 0.8 : 0.12 })
  for (let n = 0; n < 6; n++) metrics.countExchangeCall({ exchange, call: 'quote', outcome: 'timeout', seconds: 10 })
  for (let n = 0; n < 40; n++) metrics.countNodeRequest({ network: 'base', outcome: 'ok', seconds: 0.03 })
}
