// Shared by the error tests: the rows, the assertions on every row, and servers with a failing part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorType, errorCatalogue, errorDataNames } from '../../server/contract/errors.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import { ExchangeFailure, type FailureKind } from '../../server/exchanges/exchange-failure.ts'
import { registryOf } from '../../server/exchanges/registry.ts'
import { xrpDestinationTag } from '../../server/networks/tags.ts'
import { removeLimit, setLimit } from '../../server/transfers/operator-limits.ts'
import type { ApiResponse, Requests, TestServer } from './test-server.ts'

export type Row = [section: string, errorType: ErrorType, request: () => Promise<ApiResponse>, what?: string]

/** Statuses that may be returned only if nothing was executed. Their message must say so. */
const nothingExecuted = new Set([502, 503, 504])

export function testRow([section, errorType, request, what]: Row): void {
  test(`${section}: ${errorType}${what === undefined ? '' : ` (${what})`}`, async () => {
    const response = await request()
    const { body } = response
    const isBare = 'Status' in body
    assert.equal(isBare ? body.ErrorType : body.errorType, errorType, response.text)
    const http = isBare && body.TransferResult ? statusWithTransfer(errorType) : errorCatalogue[errorType].http
    assert.equal(response.status, http, response.text)
    assert.match(isBare ? body.ErrorMessage : body.message, /^\S.{8,}\.$/s)
    const data = (isBare ? body.ErrorData : body.errorData) ?? {}
    for (const name of errorDataNames(errorType)) assert.ok(name in data, `errorData has no ${name}: ${response.text}`)
    assert.doesNotMatch(response.text, /canary|\{\w+\}|undefined|at file:/)
    assert.equal(isBare ? body.RequestId : body.requestId, response.headers.get('x-request-id'))
    assert.equal(response.headers.get('cache-control'), 'no-store')
    if (!isBare) assert.deepEqual([body.content, body.status], [null, errorCatalogue[errorType].status])
    else if (body.TransferResult) assert.equal(body.TransferResult.Status, 'Failed')
    else assert.equal(body.Status, http === 200 ? 'MfaFailed' : 'Failed')
    if (errorType === 'storageUnavailable') assert.match(response.text, /the outcome of this request is unknown/)
    else if (nothingExecuted.has(response.status)) assert.match(response.text, /Nothing was executed/)
    if (response.status === 429 || response.status === 503)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  })
}

function statusWithTransfer(errorType: ErrorType): number {
  return errorType === 'previewChanged' ? 409 : 422
}

export const failing = (kind: FailureKind, code?: string) => () => Promise.reject(new ExchangeFailure(kind, code))

/** The same server with some methods of its exchange replaced. */
export function withExchange(server: TestServer, methods: Partial<Exchange>): Requests {
  return server.over({ exchanges: registryOf([{ ...sandboxOf(server), ...methods }]) })
}

function sandboxOf(server: TestServer): Exchange {
  const found = server.deps.exchanges.byType('sandbox')
  if (found === undefined) throw new Error('there is no sandbox exchange')
  return found
}

/** Holdings with changed routes. */
export function withRoutes(server: TestServer, change: object | null): Requests {
  const exchange = sandboxOf(server)
  return withExchange(server, {
    async holdings(credentials, accountId) {
      const holdings = await exchange.holdings(credentials, accountId)
      return holdings.map((holding) => ({
        ...holding,
        routes: change === null ? [] : holding.routes.map((route) => ({ ...route, ...change })),
      }))
    },
  })
}

/** While the operator limits all clients: to one US dollar, to destinations known for an hour, or to the allow-list, which is empty. */
export async function withLimit(
  { deps: { database, now } }: TestServer,
  name: 'usd-per-user' | 'cool-down' | 'allow-list',
  request: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const value = { 'usd-per-user': '1', 'cool-down': '3600', 'allow-list': 'on' }[name]
  await setLimit(database.query, { name, clientId: null, value, setAt: now() })
  try {
    return await request()
  } finally {
    await removeLimit(database.query, { name, clientId: null })
  }
}

/** Every network needs a destination tag. */
export function withTags(server: TestServer): Requests {
  const networks = server.deps.networks
  const byId = (id: string) => {
    const network = networks.byId(id)
    return network && { ...network, tag: xrpDestinationTag }
  }
  return server.over({ networks: { ...networks, byId } })
}

/** Every access to the data store fails as on a full disk. */
export function withoutStorage(server: TestServer): Requests {
  let works = true
  const database = new Proxy(server.deps.database, {
    get(target, name, receiver) {
      if (!works && name === 'query') throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      return Reflect.get(target, name, receiver)
    },
  })
  const requests = server.over({ database })
  works = false
  return requests
}
