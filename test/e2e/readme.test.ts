import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { curlSequence } from '../../sandbox/summary.ts'
import type { App } from '../support/app.ts'
import { tokenBalance, tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { readmeBlock } from '../support/readme.ts'

const run = promisify(execFile)
const linkCommand = readmeBlock('sh', '/cataloglink?userId=user-1&callbackUrl=')
const headlessCommands = readmeBlock('sh', 'ORDER=')
const requiredActions = readmeBlock('sh', 'mfaCode')
const webhookCommands = ['CREATED=', '/test; echo', '"state":"paused"', '"since":', 'rotate-secret', 'NEXT=']
  .map((part) => readmeBlock('sh', part))
  .join('\n')
const walletCommands = readmeBlock('sh', '/sandbox/wallet/send')

/** The lines as they stand, except for the ports of this test. */
async function runLines(lines: string, app: App): Promise<string> {
  const here = lines.replaceAll('http://localhost:4000', app.apiUrl).replaceAll('http://localhost:4001/', app.shopUrl)
  const { stdout } = await run('sh', ['-eu', '-c', here])
  return stdout
}

test("the README's server call returns a link", async ({ app }) => {
  const response = JSON.parse(await runLines(linkCommand, app))
  expect(response).toMatchObject({ status: 'ok', message: '' })
  expect(response.content.iFrameUrl).toContain(`${app.apiUrl}/b2b-iframe/`)
})

function usdcOnBase(app: App, commands: string): () => Promise<bigint> {
  const address = /0x\w{40}/.exec(commands)?.[0] ?? ''
  return () => tokenBalance(app.rpcUrls.base ?? '', tokens['USDC on Base'].contract, address)
}

test("the quickstart's lines move the amount they name", async ({ app }) => {
  const balance = usdcOnBase(app, headlessCommands)
  const before = await balance()
  const lines = (await runLines(headlessCommands, app)).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ status: 'ok', content: { amount: 12.345678 } })
  await expect.poll(balance).toBe(before + 12_345_678n)
})

test('the lines about required actions get the statuses that they name', async ({ app }) => {
  const lines = (await runLines(`${headlessCommands}${requiredActions}`, app)).trim().split('\n').slice(-4)
  const statuses = lines.map((line) => JSON.parse(line).Status)
  expect(statuses).toEqual(['MfaRequired', 'Succeeded', 'TravelRuleRequired', 'Succeeded'])
})

test('the lines of the wallet page send 5 USDC from the Sandbox Wallet', async ({ app }) => {
  const balance = usdcOnBase(app, walletCommands)
  const before = await balance()
  await runLines(walletCommands, app)
  await expect.poll(balance).toBe(before + 5_000_000n)
})

test('the at most eight lines that npm start prints move the amount they name', async ({ app }) => {
  const commands = curlSequence(app.apiUrl)
  expect(commands.split('\n').length).toBeLessThanOrEqual(8)
  const balance = usdcOnBase(app, commands)
  const before = await balance()
  const { stdout } = await run('sh', ['-eu', '-c', commands])
  expect(JSON.parse(stdout)).toMatchObject({ Status: 'Succeeded', TransferResult: { Amount: 12.345678 } })
  await expect.poll(balance).toBe(before + 12_345_678n)
})

test('the lines of the webhooks page create an endpoint, send it a test, and read the events', async ({ app }) => {
  const lines = (await runLines(webhookCommands, app)).trim().split('\n')
  const [created, , sent, deliveries, paused, on, replay, rotated, , events] = lines.map((line) =>
    line.startsWith('{') ? JSON.parse(line).content : null,
  )
  expect(sent.deliveryId).toBeTruthy()
  expect(deliveries.deliveries).toContainEqual(expect.objectContaining({ deliveryId: sent.deliveryId, type: 'test' }))
  expect([paused.state, on.state]).toEqual(['paused', 'on'])
  expect(replay.replayed).toBeGreaterThanOrEqual(0)
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(events.next).toMatch(/^\d+$/)
  expect(lines[1]).toBe(`ENDPOINT=${created.id} WEBHOOK_SECRET=${created.secret}`)
})

test('the lines that create an endpoint show an error, and find no id in it', async ({ app }) => {
  const output = await runLines(`CLIENT_SECRET=wrong\n${readmeBlock('sh', 'CREATED=')}`, app)
  expect(output).toMatch(/"errorType":"invalidCredentials".*\nENDPOINT= WEBHOOK_SECRET=\n$/)
})
