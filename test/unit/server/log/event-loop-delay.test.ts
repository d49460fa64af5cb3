import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchEventLoopDelay } from '../../../../server/log/event-loop-delay.ts'

test('the longest delay of the event loop is reported, without the interval of its monitor', async () => {
  const reports: number[] = []
  const next = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  let notify = () => {}
  const stop = watchEventLoopDelay((seconds) => {
    reports.push(seconds)
    notify()
  })
  // Its timer does not keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  const first = next()
  setTimeout(() => {
    for (const end = performance.now() + 400; performance.now() < end; );
  }, 50)
  await first
  await next()
  stop()
  clearInterval(alive)
  const [blocked = 0, idle = 1] = reports
  assert.ok(blocked > 0.38, `${blocked}`)
  assert.ok(idle < blocked / 2, `${idle}`)
})
