import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { LinkApi } from '../../../components/flow/link-api.ts'
import { runFlow, type Stage } from '../../../components/flow/run-flow.ts'
import { integrations, session } from '../../components/samples.ts'

function silentStage(slow: boolean[]): Stage {
  return {
    show: () => {},
    showOffline: () => {},
    showSlow: (isSlow) => slow.push(isSlow),
    tell: () => {},
    leave: () => {},
  }
}

test('an answer that takes long is said to, until it is there', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const slow: boolean[] = []
  const asked = Promise.withResolvers<typeof integrations>()
  const api = { listIntegrations: () => asked.promise } as unknown as LinkApi
  const run = runFlow({ session, api }, silentStage(slow))
  mock.timers.tick(5900)
  assert.equal(slow.includes(true), false)
  mock.timers.tick(200)
  assert.equal(slow.at(-1), true)
  asked.resolve(integrations)
  await new Promise(setImmediate)
  assert.equal(slow.at(-1), false)
  run.stop()
  mock.timers.reset()
})

test('a connection that is back is tried at once', async () => {
  const window = new EventTarget()
  const { addEventListener } = globalThis as { addEventListener?: unknown }
  Object.assign(globalThis, { addEventListener: window.addEventListener.bind(window) })
  mock.timers.enable({ apis: ['setTimeout'] })
  let asked = 0
  const api = { listIntegrations: () => Promise.reject(new Error(`no answer ${++asked}`)) } as unknown as LinkApi
  const run = runFlow({ session, api }, silentStage([]))
  await new Promise(setImmediate)
  assert.equal(asked, 1)
  window.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  assert.equal(asked, 2)
  run.stop()
  mock.timers.reset()
  Object.assign(globalThis, { addEventListener })
})
