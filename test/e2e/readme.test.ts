import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { App } from '../support/app.ts'
import { tokenBalance, tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { readmeBlock } from '../support/readme.ts'

const run = promisify(execFile)
const linkCommand = readmeBlock('sh', '/cataloglink?userId=user-1&callbackUrl=')
const headlessCommands = readmeBlock('sh', 'ADDRESS=')

/** The lines as they stand, except for the ports of this test. */
async function runLines(lines: string, app: App): Promise<string> {
  const here = lines.replaceAll('http://localhost:4000', app.apiUrl).replaceAll('http://localhost:4001/', app.shopUrl)
  const { stdout } = await run('sh', ['-eu', '-c', here])
  return stdout
}

test("the README's server call answers a link", async ({ app }) => {
  const answer = JSON.parse(await runLines(linkCommand, app))
  expect(answer).toMatchObject({ status: 'ok', message: '' })
  expect(answer.content.iFrameUrl).toContain(`${app.apiUrl}/b2b-iframe/`)
})

test("the README's headless lines move the amount they name", async ({ app }) => {
  const address = /ADDRESS=(0x\w{40})/.exec(headlessCommands)?.[1] ?? ''
  const { contract } = tokens['USDC on Base']
  const balance = () => tokenBalance(app.rpcUrls.base ?? '', contract, address)
  const before = await balance()
  const lines = (await runLines(headlessCommands, app)).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ status: 'ok', content: { amount: 12.345678 } })
  await expect.poll(balance).toBe(before + 12_345_678n)
})
