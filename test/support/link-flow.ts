// A user in front of the shop: finds things by their label and role, as a person or a screen reader does.
import type { FrameLocator, Page } from 'playwright/test'
import { expect } from 'playwright/test'

/** The link module's window as it stands over the shop. */
export type LinkFlow = FrameLocator

/** Opens the shop and its transfer window. */
export async function openLink(page: Page, shopUrl: string): Promise<LinkFlow> {
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Add funds' }).click()
  const flow = linkFlow(page)
  await expect(flow.getByRole('heading', { name: 'Where is your crypto?' })).toBeVisible()
  return flow
}

export function linkFlow(page: Page): LinkFlow {
  return page.frameLocator('transfer-link iframe')
}

export async function signIn(flow: LinkFlow, userName: string, password = 'pass_good'): Promise<void> {
  await flow.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await flow.getByLabel('User name').fill(userName)
  await flow.getByLabel('Password', { exact: true }).fill(password)
  await flow.getByRole('button', { name: 'Sign in' }).click()
}

export async function enterCode(flow: LinkFlow, code: string): Promise<void> {
  await flow.getByRole('textbox', { name: /code/i }).fill(code)
  await flow.getByRole('button', { name: 'Continue' }).click()
}

export async function chooseAsset(flow: LinkFlow, name: RegExp): Promise<void> {
  await expect(flow.getByRole('heading', { name: 'What do you want to send?' })).toBeVisible()
  await flow.getByRole('button', { name }).click()
}

export async function enterAmount(flow: LinkFlow, amount: string): Promise<void> {
  await flow.getByRole('textbox', { name: /amount/i }).fill(amount)
  await flow.getByRole('button', { name: 'Review' }).click()
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

export function heading(flow: LinkFlow, name: string | RegExp) {
  return flow.getByRole('heading', { name })
}

/** The payload that the shop's page shows for one of its callbacks, waited for. */
export async function callback(page: Page, name: string): Promise<Record<string, unknown>> {
  const item = page.getByRole('list', { name: 'Callbacks' }).getByRole('listitem').filter({ hasText: name }).last()
  await expect(item).toBeVisible({ timeout: 30_000 })
  return JSON.parse(await item.locator('pre').innerText())
}

/** The names of the callbacks so far, in their order. */
export function callbackNames(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Callbacks' }).locator('b').allInnerTexts()
}
