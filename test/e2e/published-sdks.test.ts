// The link modules that others published for this API family, unmodified, open our links and see a transfer through. What their
// callbacks get is compiled against their own type declarations.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { texts } from '../../components/texts/en.ts'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import type { App } from '../support/app.ts'
import { bundle, missingManifest } from '../support/bundle.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseAsset, enterAmount, enterCode, reviewTransfer, sendButton, signIn } from '../support/link-flow.ts'
import { createLink, createLinkToken } from '../support/links.ts'
import { serveSite } from '../support/site.ts'

type Call = [callback: string, ...values: unknown[]]

interface Sdk {
  /** Its callbacks go to `calls`, and `open` opens what the server made. */
  program: string
  frame: string
  types: string
  plugins?: Plugin[]
  opened(app: App): Promise<string>
}

const sdks: Record<string, Sdk> = {
  '@front-finance/link 1.1.10, openPopup': {
    program: `
      import { createFrontConnection } from '@front-finance/link'
      globalThis.openIt = createFrontConnection({ clientId: 'any', ...record('onBrokerConnected', 'onTransferFinished', 'onExit', 'onEvent') }).openPopup`,
    frame: '#front-link-popup__iframe',
    types: "import type { FrontOptions as Options } from '@front-finance/link'",
    plugins: [missingManifest],
    opened: async (app) => (await createLink(app)).iFrameUrl,
  },
  '@meshconnect/web-link-sdk 2.1.1, openLink': mesh('mesh-web-link-sdk-2'),
  '@meshconnect/web-link-sdk 3.11.0, openLink': mesh('@meshconnect/web-link-sdk'),
  '@meshconnect/web-link-sdk 3.13.0, openLink': mesh('mesh-web-link-sdk-3-13'),
}

/** The same package in several versions, by the names of package.json. */
function mesh(name: string): Sdk {
  return {
    program: `
      import { createLink } from '${name}'
      globalThis.openIt = createLink({ clientId: 'any', ...record('onIntegrationConnected', 'onTransferFinished', 'onExit', 'onEvent') }).openLink`,
    frame: '#mesh-link-popup__iframe',
    types: `import type { LinkOptions as Options } from '${name}'`,
    opened: (app) => createLinkToken(app, randomUUID()),
  }
}

const record = `
globalThis.calls = []
const record = (...names) => Object.fromEntries(names.map((name) => [name, (...values) => calls.push([name, ...values])]))
`

for (const [name, sdk] of Object.entries(sdks)) {
  test(`${name}: a transfer from the first screen to the last callback`, {
    tag: name.includes('3.13.0') ? [] : '@proof',
  }, async ({ page, app }) => {
    const { code } = await bundle(record + sdk.program, sdk.plugins ? { plugins: sdk.plugins } : {})
    const site = await serveSite(app, { script: code, body: '<script>meshLinkShouldSkipPrewarm = true</script>' })
    await page.goto(site.url)
    await page.waitForFunction(() => 'openIt' in globalThis)
    const given = await sdk.opened({ ...app, shopUrl: site.url })
    await page.evaluate((link) => (globalThis as unknown as { openIt(link: string): void }).openIt(link), given)
    const flow = page.frameLocator(sdk.frame)
    await signIn(flow, 'user_mfa')
    await enterCode(flow, '123456')
    await chooseAsset(flow, /USD Coin/)
    await enterAmount(flow, '21.5')
    await sendButton(flow).click()
    await flow.getByRole('button', { name: texts.common.done }).click()
    await expect(page.locator(sdk.frame)).toHaveCount(0)

    const calls = (await page.evaluate(() => (globalThis as unknown as { calls: Call[] }).calls)) as Call[]
    const events = calls.flatMap(([callback, event]) =>
      callback === 'onEvent' ? [(event as { type: string }).type] : [],
    )
    expect(calls.map(([callback]) => callback).filter((callback) => callback !== 'onEvent')).toEqual([
      expect.stringMatching(/^on(Broker|Integration)Connected$/),
      'onTransferFinished',
      'onExit',
    ])
    const finished = calls.find(([callback]) => callback === 'onTransferFinished')?.[1]
    expect(finished).toMatchObject({ status: 'success', amount: 21.5, symbol: 'USDC', txId: /^0x/ })
    expect(new Set(events).size, 'no event twice').toBe(events.length)
    expect(events).toEqual(
      expect.arrayContaining(['pageLoaded', 'integrationConnected', 'transferPreviewed', 'transferCompleted']),
    )
    await compileAgainst(sdk.types, calls)
    await site.stop()
  })
}

test('a client that announces itself receives a failure as the typed event, and no transferFinished', {
  tag: '@proof',
}, async ({ page, app }) => {
  const sdk = mesh('mesh-web-link-sdk-3-13')
  const { code } = await bundle(record + sdk.program)
  const site = await serveSite(app, { script: code, body: '<script>meshLinkShouldSkipPrewarm = true</script>' })
  await page.goto(site.url)
  await page.waitForFunction(() => 'openIt' in globalThis)
  const given = await sdk.opened({ ...app, shopUrl: site.url })
  await page.evaluate((link) => (globalThis as unknown as { openIt(link: string): void }).openIt(link), given)
  const flow = page.frameLocator(sdk.frame)
  await reviewTransfer(flow, 'user_good', '20.01')
  await sendButton(flow).click()
  await flow.getByRole('button', { name: texts.common.close, exact: true }).last().click()
  await expect(page.locator(sdk.frame)).toHaveCount(0)
  const calls = (await page.evaluate(() => (globalThis as unknown as { calls: Call[] }).calls)) as Call[]
  const names = calls.map(([callback, event]) => (callback === 'onEvent' ? (event as { type: string }).type : callback))
  expect(names).toContain('transferExecutionError')
  expect(names).not.toContain('onTransferFinished')
  expect(names).not.toContain('transferCompleted')
  await site.stop()
})

/** More than is declared may come; what is declared must be there, and be what it is declared to be. */
const open = `
type Open<Type> = Type extends (infer Each)[] ? Open<Each>[]
  : Type extends object ? { [Name in keyof Type]: Open<Type[Name]> } & Record<string, unknown> : Type
type Given<Name extends keyof Options, At extends number> =
  NonNullable<Options[Name]> extends (...values: infer Values extends unknown[]) => unknown ? Open<Values[At]> : never
`

async function compileAgainst(types: string, calls: Call[]): Promise<void> {
  const folder = mkdtempSync(join(projectRoot, '.data/published-sdk-'))
  // The older list of integrations does not know the sandbox.
  const text = (value: unknown) => JSON.stringify(value).replaceAll('"brokerType":"sandbox"', '"brokerType":"coinbase"')
  const lines = calls.flatMap(([callback, ...values]) =>
    values.map((value, at) => (value === undefined ? '' : `;(${text(value)}) satisfies Given<'${callback}', ${at}>`)),
  )
  writeFileSync(join(folder, 'calls.ts'), [types, open, ...lines].join('\n'))
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom'], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }))
  const { code, output } = await runCommand('tsc', ['-p', folder], { quiet: true })
  rmSync(folder, { recursive: true, force: true })
  expect(code, output).toBe(0)
}
