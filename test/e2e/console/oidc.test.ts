// Signing in at an identity provider of another site, in a real browser: the redirects, the cookies and the page between them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { readConfig } from '../../../server/config.ts'
import { createDeps } from '../../../server/create-deps.ts'
import { type ServedConsole, serveConsole } from '../../../server/serve-console.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { freePorts } from '../../support/free-ports.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts'
import { expectNoViolations } from '../../support/violations.ts'

let folder: string
let url: string
let provider: TestIdentityProvider
let served: ServedConsole
let database: Database

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-link-oidc-'))
  const [port = 0] = await freePorts(1)
  url = `http://console.localhost:${port}`
  provider = await startIdentityProvider(`${url}/api/sign-in/oidc/callback`)
  const config = readConfig({
    ...{ DATA_DIR: folder, LOG_LEVEL: 'silent', CONSOLE_PORT: String(port), CONSOLE_URL: url },
    CONSOLE_OIDC_ISSUER: provider.issuer,
    CONSOLE_OIDC_CLIENT_ID: provider.settings.clientId,
    CONSOLE_OIDC_CLIENT_SECRET: provider.settings.clientSecret,
    CONSOLE_ROLES: 'admin:groups=tl-admins;operator:groups=support',
  })
  const deps = await createDeps(config)
  database = deps.database
  if (config.console === null) throw new Error('There is no console.')
  served = await serveConsole(deps, config.console)
})
test.afterAll(async () => {
  await served.close()
  await provider.stop()
  await database.close()
  await rm(folder, { recursive: true })
})

async function enterLogin(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('the identity provider signs in, returns to the page that was opened, and confirms an action in a new tab', async ({
  page,
  context,
}) => {
  provider.accounts.set('ada', { groups: ['tl-admins'], email: 'ada@example.com' })
  await page.goto(`${url}/audit-log?action=operator`)
  await page.getByRole('link', { name: 'Continue with your identity provider' }).click()
  await enterLogin(page, 'ada')
  await page.waitForURL(`${url}/audit-log?action=operator`)
  await expect(page.getByRole('region', { name: 'Your session' })).toContainText('ada@example.com')
  await expect(page.getByRole('row', { name: /operator\.signIn/ })).toBeVisible()
  const cookies = await context.cookies(url)
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['console-session', true, 'Strict'],
  ])

  await page.getByRole('link', { name: 'Operators' }).click()
  await database.query.updateTable('operator_session').set({ signed_in_at: 1 }).execute()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('To test the confirmation')
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in again in a new tab' }).click()
  const tab = await opened
  await tab.waitForURL(`${url}/sign-in?again=done`)
  await expect(tab.getByText('You signed in again.')).toBeVisible()
  // The action continues in the first tab.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an account without a role, and a declined sign-in, are told why', { tag: '@proof' }, async ({ page }) => {
  provider.accounts.set('nobody', { groups: ['staff'] })
  await page.goto(`${url}/clients`)
  await page.getByRole('link', { name: 'Continue with your identity provider' }).click()
  await enterLogin(page, 'nobody')
  await expect(page.getByRole('alert')).toContainText('Your account has no role in this console.')
  await expectNoViolations(page)
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Continue with your identity provider' }).click()
  await page.getByRole('link', { name: /Cancel/ }).click()
  await expect(page.getByRole('alert')).toContainText('The identity provider declined the sign-in.')
  expect(new URL(page.url()).searchParams.get('return')).toBe('/clients')
})

test('a changed role is shown before the console opens', { tag: '@proof' }, async ({ page }) => {
  provider.accounts.set('grace', { groups: ['tl-admins'] })
  const signIn = async () => {
    await page.context().clearCookies()
    await page.goto(url)
    await page.getByRole('link', { name: 'Continue with your identity provider' }).click()
    await enterLogin(page, 'grace')
  }
  await signIn()
  await page.waitForURL(`${url}/attention`)
  provider.accounts.set('grace', { groups: ['support'] })
  await signIn()
  await expect(page.getByText('Your role has changed from admin to operator.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Continue to the console' }).click()
  await page.waitForURL(`${url}/attention`)
})
