// A lost order with a questionnaire, at a Binance that does not always state what an account requires. Through the real engine
// and the emulator, with a proxy between them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binance } from '../../../../../server/exchanges/binance/binance.ts'
import { executeTransfer } from '../../../../../server/transfers/execute.ts'
import { startCannedServer } from '../../../../support/canned-server.ts'
import { connected, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { startEngine } from '../../../../support/engine.ts'

const extra = {
  ...{ recipientFullName: 'Ada Lovelace', recipientRelation: 'self', recipientCountry: 'FR' },
  ...{ recipientConfirmed: 'true', destinationKind: 'wallet' },
}

test('an order with a questionnaire is not absent while Binance refuses to state the requirement, and is found afterwards', async (t) => {
  const emulator = await startEmulatorExchange('binance', binance)
  let isRefused = true
  const proxy = await startCannedServer()
  proxy.respondWith(async ({ url = '', method = 'GET', headers }, response, n) => {
    const body = proxy.requests[n]?.body ?? ''
    if (isRefused && url.includes('questionnaire-requirements')) {
      response.writeHead(403, { 'content-type': 'text/html' })
      response.end('<html>Forbidden</html>')
      return
    }
    const passed = ['x-mbx-apikey', 'content-type'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    const request = { method, headers: Object.fromEntries(passed), ...(body === '' ? {} : { body }) }
    const relayed = await fetch(emulator.url + url, request)
    const text = await relayed.text()
    if (url.includes('localentity/withdraw/apply')) return void response.destroy()
    response.writeHead(relayed.status, { 'content-type': 'application/json' })
    response.end(text)
  })
  const { clock } = emulator.sandbox
  const { exchange, database } = await connected(binance, proxy.url, clock)
  const fields = await emulator.credentialsOf('user_travel_rule')
  const engine = await startEngine(undefined, { exchange, clock, fields })
  t.after(async () => {
    await engine.close()
    await database.close()
    await proxy.close()
    await emulator.close()
  })
  const { made } = await emulator.counts()
  const preview = await engine.preview('31.07')
  assert.equal(preview.terms.adapterState, '0.04')
  isRefused = false
  await executeTransfer(engine.deps, {
    ...{ clientId: engine.clientId, accountId: engine.accountId, sessionId: null, linkId: null, transactionId: null },
    ...{ previewId: preview.id, mfaCode: null, extra },
  })
  isRefused = true
  const poll = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 5) {
      engine.wait(300_000)
      await engine.poll()
    }
    const { state, emptyPolls } = await engine.transferOf(preview)
    return [state, emptyPolls, (await emulator.counts()).made - made]
  }
  assert.deepEqual(await poll(60), ['Unknown', 0, 1])
  isRefused = false
  const [state, , orders] = await poll(10)
  assert.ok(state === 'Submitted' || state === 'Succeeded', String(state))
  assert.equal(orders, 1)
})
