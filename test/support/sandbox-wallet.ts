// A user of the Sandbox Wallet in the shop. Its window is found by its role.
import { expect, type Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from './app.ts'
import { type LinkFlow, openLink } from './link-flow.ts'

/** The wallet's settings in the site's page: see sandbox/wallet/wallet.js. */
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

/** Opens the shop, the transfer window and its list of wallets. */
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
  await decideInWallet(page, 'Connect to this site?')
  await expect(flow.getByRole('heading', { name: texts.chooseAsset.title })).toBeVisible()
}

/** Approves or rejects the request that the wallet shows. */
export async function decideInWallet(page: Page, question: string, decision: 'yes' | 'no' = 'yes'): Promise<void> {
  const window = page.getByRole('dialog', { name: 'Sandbox Wallet' })
  await expect(window.getByRole('heading', { name: question })).toBeVisible()
  await window.getByRole('button', { name: decision === 'yes' ? /^(Approve|Confirm)$/ : 'Reject' }).click()
  await expect(window.getByRole('heading', { name: question })).toBeHidden()
}

/** How the wallet behaves from now on. */
export async function setWallet(page: Page, switches: WalletSwitches): Promise<void> {
  await page.evaluate((change) => {
    const before = JSON.parse(localStorage.getItem('sandbox-wallet') ?? '{}')
    localStorage.setItem('sandbox-wallet', JSON.stringify({ ...before, ...change }))
  }, switches)
}

export function confirmButton(flow: LinkFlow) {
  return flow.getByRole('button', { name: texts.wallets.confirm('Sandbox Wallet') })
}

/** The chain ids of the sandbox, as wallets write them. */
export const chainIds = { ethereum: '0x3670eb91', base: '0x3670eb92' }

export interface WalletOrder {
  from: string
  to: string
  data?: string
  value?: string
  chain: string
}

export async function walletAddress({ apiUrl }: App, account: number): Promise<string> {
  const { accounts } = (await (await fetch(`${apiUrl}/sandbox/wallet/accounts`)).json()) as {
    accounts: { address: string }[]
  }
  return accounts[account]?.address ?? ''
}

/** Without a page: the Sandbox Wallet's server signs and sends. */
export async function sendFromSandbox(app: App, order: Omit<WalletOrder, 'from'>, account = 0): Promise<string> {
  const response = await fetch(`${app.apiUrl}/sandbox/wallet/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: await walletAddress(app, account), ...order }),
  })
  const { hash, error } = (await response.json()) as { hash?: string; error?: string }
  if (hash === undefined) throw new Error(error ?? `HTTP ${response.status}`)
  return hash
}
