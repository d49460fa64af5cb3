// A user of the Sandbox Wallet in the shop: finds its window by its role, as that of any page.
import { expect, type Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from './app.ts'
import { type LinkFlow, openLink } from './link-flow.ts'

/** What the wallet keeps in the site's page: see server/sandbox/wallet/wallet.js. */
export interface WalletSwitches {
  /** Main, Savings, Without gas. */
  account?: 0 | 1 | 2
  chainId?: string
  known?: string[]
  connected?: boolean
  connect?: string
  switch?: string
  send?: string
  after?: string
}

/** Opens the shop, its transfer window, and there the list of wallets. */
export async function openWallets(page: Page, app: App, switches: WalletSwitches = {}): Promise<LinkFlow> {
  await page.addInitScript((state) => {
    if (localStorage.getItem('sandbox-wallet') === null) localStorage.setItem('sandbox-wallet', state)
  }, JSON.stringify(switches))
  const flow = await openLink(page, app.shopUrl)
  await flow.getByRole('button', { name: /^Browser wallet/ }).click()
  return flow
}

export async function connectWallet(page: Page, flow: LinkFlow): Promise<void> {
  await flow.getByRole('button', { name: 'Sandbox Wallet' }).click()
  await answerWallet(page, 'Connect to this site?')
  await expect(flow.getByRole('heading', { name: texts.chooseAsset.title })).toBeVisible()
}

/** Says yes, or no, to what the wallet asks. */
export async function answerWallet(page: Page, question: string, answer: 'yes' | 'no' = 'yes'): Promise<void> {
  const window = page.getByRole('dialog', { name: 'Sandbox Wallet' })
  await expect(window.getByRole('heading', { name: question })).toBeVisible()
  await window.getByRole('button', { name: answer === 'yes' ? /^(Approve|Confirm)$/ : 'Reject' }).click()
  await expect(window.getByRole('heading', { name: question })).toBeHidden()
}
