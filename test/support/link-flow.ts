// A user in front of the shop: finds things by their label and role, as a person or a screen reader does.
import type { FrameLocator, Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { Link } from './links.ts'

/** The link module's window as it stands over the shop, or the same as a full page. */
export type LinkFlow = Pick<FrameLocator, 'getByRole' | 'getByLabel' | 'getByText' | 'locator'>

/** Opens the shop and its transfer window. */
export async function openLink(page: Page, shopUrl: string): Promise<LinkFlow> {
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Add funds' }).click()
  const flow = linkFlow(page)
  await expect(flow.getByRole('heading', { name: texts.chooseAccount.title })).toBeVisible()
  return flow
}

/** Opens a link in the shop, as its page would: with the tokens that it stored. */
export async function openInShop(
  page: Page,
  shopUrl: string,
  link: Link,
  accessTokens: object[] = [],
): Promise<LinkFlow> {
  await page.goto(shopUrl)
  await page.waitForFunction(() => customElements.get('transfer-link') !== undefined)
  await page.evaluate(
    ([url, tokens]) => {
      const element = document.querySelector('transfer-link')
      Object.assign(element ?? {}, { accessTokens: tokens })
      ;(element as unknown as { openPopup(url: string): void }).openPopup(url)
    },
    [link.iFrameUrl, accessTokens] as const,
  )
  return linkFlow(page)
}

/** Opens a link as a full page. */
export async function openPage(page: Page, link: Link): Promise<LinkFlow> {
  await page.goto(link.url)
  return page
}

/** The open window: one that the page has closed ends its session out of sight. */
export function linkFlow(page: Page): FrameLocator {
  return page.frameLocator('transfer-link dialog[open] iframe')
}

export async function signIn(flow: LinkFlow, userName: string, password = 'pass_good'): Promise<void> {
  await flow.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await flow.getByLabel('User name').fill(userName)
  await flow.getByLabel('Password', { exact: true }).fill(password)
  await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
}

export async function enterCode(flow: LinkFlow, code: string): Promise<void> {
  await flow.getByRole('textbox', { name: texts.enterCode.labels.totp }).fill(code)
  await flow.getByRole('button', { name: texts.common.continue, exact: true }).click()
}

export async function chooseAsset(flow: LinkFlow, name: RegExp): Promise<void> {
  await expect(flow.getByRole('heading', { name: texts.chooseAsset.title })).toBeVisible()
  await flow.getByRole('button', { name }).click()
}

export async function enterAmount(flow: LinkFlow, amount: string): Promise<void> {
  await flow.getByRole('textbox', { name: /^Amount in/ }).fill(amount)
  await flow.getByRole('button', { name: texts.amount.review }).click()
}

/** From the first screen to the review of so much USDC. */
export async function reviewTransfer(flow: LinkFlow, userName: string, amount: string): Promise<void> {
  await signIn(flow, userName)
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, amount)
  await expect(sendButton(flow)).toBeVisible()
}

export function sendButton(flow: LinkFlow) {
  return flow.getByRole('button', { name: /^Send / })
}

/** A review that is taller than its frame is scrolled, by the wheel, until Send is active. */
export async function scrollToSend(page: Page, send: Locator): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width / 2, height / 2)
  await expect(async () => {
    await page.mouse.wheel(0, 80)
    await expect(send).toHaveAttribute('aria-disabled', 'false', { timeout: 100 })
  }).toPass()
}

export function heading(flow: LinkFlow, name: string | RegExp) {
  return flow.getByRole('heading', { name })
}

/** The payload that the shop's page shows for one of its callbacks, waited for. */
export async function callback(page: Page, name: string): Promise<Record<string, unknown>> {
  const item = page.getByRole('list', { name: 'Events' }).getByRole('listitem').filter({ hasText: name }).last()
  await expect(item).toBeVisible()
  return JSON.parse(await item.locator('pre').innerText())
}

/** The names of the callbacks so far, in their order. */
export function callbackNames(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Events' }).locator('b').allInnerTexts()
}
