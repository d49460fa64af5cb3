// The Sandbox Wallet's server signs for pages of this machine and for programs, and for no other page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { mountSandboxWallet } from '../../../../sandbox/wallet/routes.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'

const app = new Hono<AppEnv>()
app.onError((error, context) => context.text(error instanceof ApiError ? error.type : String(error), 400))
mountSandboxWallet(app, { dataDir: '', networks: networkCatalogue('sandbox'), rpcUrls: new Map() })

const responseTo = async (headers: Record<string, string>) =>
  (await app.request('/sandbox/wallet/send', { method: 'POST', headers, body: '{' })).text()

test('a simple request of a foreign page is stopped before it is read, and so is one whose page names no origin', async () => {
  const text = { 'content-type': 'text/plain' }
  for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', 'http://10.0.0.1:4001'])
    assert.equal(await responseTo({ ...text, origin }), 'routeNotFound', origin)
  assert.equal(await responseTo({ ...text, 'sec-fetch-site': 'cross-site' }), 'routeNotFound')
})

test('a page of this machine, and a program, are heard', async () => {
  for (const headers of [{ origin: 'http://localhost:4001' }, { origin: 'http://127.0.0.1:4001' }, {}])
    assert.equal(await responseTo({ ...headers, 'content-type': 'application/json' }), 'malformedJson')
})
