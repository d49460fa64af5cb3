import { cachedByCost } from '../cache/cached-by-cost.ts'
import { callbackUrlsOf } from '../clients/clients.ts'
import { maximumSecrets, secretsOf } from '../clients/key-sets.ts'
import { type AllowedPlace, type ClientDetail, type ClientRow, clientsQuery } from '../contract/console/clients.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import { readCursor } from '../http/time-cursor.ts'
import { listAllowed } from '../transfers/allowed-destinations.ts'
import { dayOf, endOf } from '../transfers/daily-usage.ts'
import { countTransfersByClient } from '../transfers/open-transfers.ts'
import { limitsOf } from '../transfers/operator-limits.ts'
import { clientLimits } from './client-limits.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { type ListedClient, listClientPage, readClient } from './list-clients.ts'
import { listPauseRows, pausesOfClient } from './list-pauses.ts'
import { pageOf } from './page-of.ts'
import { perConsole } from './per-console.ts'

const countedMs = 30 * 86_400_000

const transferCounts = perConsole(({ database, now }) =>
  cachedByCost(() => countTransfersByClient(database.query, new Date(now().getTime() - countedMs))),
)

export const listClients = readEndpoint({
  path: '/api/clients',
  role: 'viewer',
  query: clientsQuery,
  async respond({ deps, input: { search, after } }) {
    const found = await listClientPage(deps.database.query, {
      search,
      before: readCursor(after, 'after'),
      limit: pageSize + 1,
    })
    const { rows, next } = pageOf(found)
    const counts = await transferCounts(deps)()
    const pauses = await listPauseRows(deps)
    const paused = new Set(pauses.filter(({ scope }) => scope === 'client').map(({ target }) => target))
    const page: Page<ClientRow> = {
      rows: rows.map((client) =>
        rowOf(client, { transfers: counts.get(client.id) ?? 0, isPaused: paused.has(client.id) }),
      ),
      next,
    }
    return page
  },
})

export const readClientDetail = readEndpoint({
  path: '/api/clients/:id',
  role: 'viewer',
  async respond({ deps, params }) {
    const { database, now } = deps
    const client = await requireClient(deps, params.id)
    const { id } = client
    const pauses = pausesOfClient(await listPauseRows(deps), id)
    const limits = await limitsOf(database.query, id)
    const counts = await transferCounts(deps)()
    const isPaused = pauses.some(({ scope }) => scope === 'client')
    const detail: ClientDetail = {
      ...rowOf(client, { transfers: counts.get(id) ?? 0, isPaused }),
      secrets: (await secretsOf(database.query, id)).map((secret) => ({
        ...{ id: secret.id, prefix: secret.prefix, createdAt: secret.createdAt.toISOString() },
        lastUsedAt: secret.lastUsedAt?.toISOString() ?? null,
        revokedAt: secret.revokedAt?.toISOString() ?? null,
      })),
      maximumSecrets,
      callbackUrls: (await callbackUrlsOf(database.query, id)).sort(),
      limits: await clientLimits(database.query, id, now()),
      dayEndsAt: endOf(dayOf(now())).toISOString(),
      allowList: { isUsed: limits?.usesAllowList ?? false, places: await placesOf(deps, id) },
      pauses,
    }
    return detail
  },
})

/** Throws `notFound`. */
export async function requireClient(
  { database }: Pick<ConsoleDeps, 'database'>,
  id: string | undefined,
): Promise<ListedClient> {
  const client = await readClient(database.query, (id ?? '').toLowerCase())
  if (client === undefined) throw new ConsoleError('notFound', { message: 'There is no such client.' })
  return client
}

function rowOf(
  { id, name, createdAt, validSecrets, webhooks }: ListedClient,
  { transfers, isPaused }: { transfers: number; isPaused: boolean },
): ClientRow {
  return { id, name, createdAt: createdAt.toISOString(), transfers, validSecrets, webhooks, isPaused }
}

async function placesOf({ database, networks }: ConsoleDeps, clientId: string): Promise<AllowedPlace[]> {
  const allowed = await listAllowed(database.query, clientId)
  return allowed.map(({ clientId: of, networkId, address, addressTag, addedAt }) => {
    const network = networks.byId(networkId)
    const tag = addressTag === '' ? '' : `:${addressTag}`
    return {
      ...{ place: `${network?.key ?? networkId}:${address}${tag}`, network: network?.name ?? networkId },
      ...{ address, addressTag, isOfAllClients: of === null, addedAt: addedAt.toISOString() },
    }
  })
}
