// The playground of the built site against a fresh `npm start`: first without it, then to a finished transfer.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, FrameLocator, Page } from 'playwright'
import { expect } from 'playwright/test'
import { texts as german } from '../../../components/texts/de.ts'
import { texts as english } from '../../../components/texts/en.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { freePorts } from '../../support/free-ports.ts'
import { scrollToSend } from '../../support/link-flow.ts'
import { serveFolder } from '../../support/serve-folder.ts'

const patience = { timeout: 30_000 }
/** A fresh start builds the project. */
const startPatience = { timeout: 180_000 }
const viewports = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What went wrong, as sentences. */
export async function playgroundProblems(browser: Browser): Promise<string[]> {
  const site = await serveFolder(join(projectRoot, 'docs/dist'))
  const docsPort = new URL(site.url).port
  const [api = 0, shop = 0, exchange = 0, receiver = 0] = await freePorts(4)
  const dataFolder = await mkdtemp(join(tmpdir(), 'playground-'))
  const env = {
    PORT: String(api),
    DEMO_PORT: String(shop),
    SANDBOX_EXCHANGE_PORT: String(exchange),
    WEBHOOK_RECEIVER_PORT: String(receiver),
    DOCS_PORT: docsPort,
    DATA_DIR: dataFolder,
  }
  let sandbox: ChildProcess | undefined
  let page: Page | undefined
  const problems: string[] = []
  try {
    page = await (await browser.newContext({ viewport: viewports[0] ?? null })).newPage()
    const errors = consoleErrors(page)
    const address = `http://localhost:${docsPort}/integrate/playground/`
    await openPlayground(page, address, `http://localhost:${api}`)
    await expectNotRunning(page)
    problems.push(...(await accessibilityProblems(browser, { address, api, mode: 'notRunning' })))

    sandbox = startSandbox(env)
    await expectNoticed(page)
    problems.push(...(await accessibilityProblems(browser, { address, api, mode: 'ready' })))
    await changeSettings(page)
    await transfer(page)
    await expectEvents(page)
    await expectDialog(page)
    await stop(sandbox)
    await expectStopped(page)
    console.log('playground: not running, started, changed, one transfer in German, stopped')
    problems.push(...errors.map((error) => `The console of the playground shows: ${error}`))
  } catch (error) {
    await page?.screenshot({ path: join(projectRoot, '.data/traces/playground.png') })
    problems.push(`The playground (.data/traces/playground.png): ${error instanceof Error ? error.message : error}`)
  } finally {
    await stop(sandbox)
    await site.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
  return problems
}

async function openPlayground(page: Page, address: string, server: string): Promise<void> {
  await page.addInitScript((saved) => localStorage.setItem('playground-server', saved), server)
  await page.goto(address)
}

async function expectNotRunning(page: Page): Promise<void> {
  await expect(page.getByText('The sandbox is not running.')).toBeVisible()
  await expect(page.locator('pre', { hasText: 'npm ci' })).toHaveText('npm ci\nnpm start')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The sandbox is not running.')).toBeVisible()
}

/** By itself, without a click, and without taking the focus. */
async function expectNoticed(page: Page): Promise<void> {
  const field = page.getByLabel('client-id')
  await field.focus()
  await expect(frameOf(page).getByRole('heading', { name: english.chooseAccount.title })).toBeVisible(startPatience)
  await expect(field).toBeFocused()
}

async function changeSettings(page: Page): Promise<void> {
  await page.getByLabel('locale').selectOption('de')
  await page.getByLabel('brand-color').pressSequentially('#ffeb3b')
  await page.getByLabel('Radius', { exact: true }).fill('4')
  await page.getByLabel('theme', { exact: true }).selectOption('light')
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: german.chooseAccount?.title ?? '' })).toBeVisible(patience)
  const contrast = page.getByRole('row', { name: /^Links and focus/ })
  const [, shown = ''] = /#ffeb3b is shown as (#[\da-f]{6})/.exec((await contrast.textContent()) ?? '') ?? []
  // The settings may still be on their way to a new link.
  await expect(async () =>
    expect(await themeOf(frame)).toEqual({ theme: 'light', focus: shown, radius: '4px' }),
  ).toPass(patience)
  await expect(page.locator('[data-code="tag"]')).toContainText('theme="light"')
  await expect(page.locator('[data-code="tag"]')).toContainText('locale="de"')
  await expect(page.locator('[data-code="connection"]')).toContainText("brandColor: '#ffeb3b',")
  await expect(page.locator('[data-code="styles"]')).toContainText('--tl-radius-m: 4px;')
}

function themeOf(frame: FrameLocator): Promise<object> {
  return frame.locator('html').evaluate((page) => {
    const style = getComputedStyle(page)
    const [focus, radius] = ['--tl-color-focus', '--tl-radius-m'].map((name) => style.getPropertyValue(name))
    return { theme: page.dataset.theme, focus, radius }
  })
}

/** As a German user, who finds things by their German labels. */
async function transfer(page: Page): Promise<void> {
  const frame = frameOf(page)
  await frame.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await frame.getByLabel(german.signIn?.fields?.username ?? '').fill('user_good')
  await frame.getByLabel(german.signIn?.fields?.password ?? '', { exact: true }).fill('pass_good')
  await frame.getByRole('button', { name: german.signIn?.cta ?? '', exact: true }).click()
  await frame.getByRole('button', { name: /USD Coin/ }).click(patience)
  // The open link keeps its settings.
  await page.getByLabel('fiat-currency').selectOption('EUR')
  await expect(page.getByText('The open link keeps its settings.')).toBeVisible()
  await frame.locator('#amount').fill('12')
  await frame.getByRole('button', { name: german.amount?.review ?? '' }).click()
  const send = frame.getByRole('button', { name: german.review?.send?.('12 USDC') ?? '' })
  await send.scrollIntoViewIfNeeded()
  await scrollToSend(page, send)
  await send.click()
  await expect(page.getByText('transferFinished')).toBeVisible(patience)
  await frame.getByRole('button', { name: german.common?.done ?? '' }).click(patience)
}

async function expectEvents(page: Page): Promise<void> {
  await expect(page.getByText('No link is open.')).toBeVisible()
  const names = (await page.locator('.events b').allInnerTexts()).reverse()
  for (const name of ['linkEvent: pageLoaded', 'brokerConnected', 'linkEvent: transferPreviewed', 'transferFinished'])
    expect(names).toContain(name)
  expect(names.indexOf('brokerConnected')).toBeLessThan(names.indexOf('transferFinished'))
  expect(names.at(-1)).toBe('exit')
  const details = await page.locator('.events pre').allTextContents()
  const connected = details.find((detail) => detail.includes('auth_token')) ?? ''
  expect(connected).toMatch(/"auth_token": ".{10}… \(\d+ characters\)"/)
  expect(details.join()).not.toMatch(/t-sandbox[\w-]/)
  expect(details.join()).toContain('"status": "success"')
}

/** It opens on request only, and the focus returns to the button. */
async function expectDialog(page: Page): Promise<void> {
  await page.getByLabel('layout').selectOption('dialog')
  const button = page.getByRole('button', { name: 'Open a link' })
  await button.press('Enter')
  await expect(frameOf(page).getByRole('heading', { name: german.chooseAccount?.title ?? '' })).toBeVisible(patience)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
}

async function expectStopped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open a link' }).click()
  await expect(page.getByText('The sandbox is not running.')).toBeVisible()
}

interface Visit {
  address: string
  api: number
  mode: string
}

/** On desktop and phone, in light and dark. */
async function accessibilityProblems(browser: Browser, { address, api, mode }: Visit): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of viewports) {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await openPlayground(page, address, `http://localhost:${api}`)
      await expect(page.locator(`[data-mode="${mode}"]`)).toBeVisible(patience)
      if (mode === 'ready') await expect(page.getByText('linkEvent: pageLoaded')).toBeVisible(patience)
      await page.getByText('All tokens').click()
      const where = `/integrate/playground/ (${mode}, ${colorScheme}, ${viewport.width} px)`
      // The hosted page in the frame has its own tests, and landmarks as every page.
      const { violations } = await new AxeBuilder({ page }).withTags(rules).exclude('transfer-link').analyze()
      for (const { id, nodes } of violations)
        problems.push(`${where}: ${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3)}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) problems.push(`${where} is ${overflow} px wider than the window`)
      await context.close()
    }
  return problems
}

/** Besides requests that failed, and the icon that the site does not have. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return errors
}

function frameOf(page: Page): FrameLocator {
  return page.frameLocator('transfer-link dialog[open] iframe')
}

function startSandbox(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['scripts/start/main.js'], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: process.env.TEST_LOGS ? 'inherit' : 'ignore',
  })
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
