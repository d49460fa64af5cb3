// The console's pages about clients: secrets that are shown once, callback URLs, limits, the allow-list and pauses.
import { authenticateClient } from '../../../server/clients/clients.ts'
import { confirmAction, expect, expectFits, test } from '../../support/console-test.ts'
import { recipient } from '../../support/engine.ts'

test('the list and the page of a client are accessible, and fit a phone', async ({ page, site }) => {
  await site.signIn(page.context(), 'admin')
  await page.goto(`${site.url}/clients`)
  await expectFits(page, () => page.getByRole('link', { name: site.staged.name }).waitFor())
  await page.goto(`${site.url}/clients/${site.staged.clientId}`)
  await expectFits(page, () => page.getByRole('heading', { name: 'Allow-list' }).waitFor())
})

test('an admin creates a client with the keyboard, and its secret is shown once', async ({ page, site }) => {
  await site.signIn(page.context(), 'admin')
  await page.goto(`${site.url}/clients`)
  await page.getByRole('button', { name: 'Create client' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText("transfer-link client create '<name>'")
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Keyboard Shop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://keyboard.example/done')
  await page.keyboard.press('Tab')
  await page.keyboard.type('First contract')
  await expect(page.getByRole('dialog')).toContainText(
    "transfer-link client create 'Keyboard Shop' --callback https://keyboard.example/done",
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).focus()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
  const text = await shown.innerText()
  const [secret = ''] = /sk_sandbox_[\w-]{43}/.exec(text) ?? []
  const [id = ''] = /[0-9a-f-]{36}/.exec(text) ?? []
  expect((await authenticateClient(site.engine.deps, id, secret)).name).toBe('Keyboard Shop')
  await page.keyboard.press('Escape')
  await expect(shown.getByText(secret)).toBeVisible()
  await shown.getByRole('button', { name: 'I have copied the secret' }).focus()
  await page.keyboard.press('Enter')
  await expect(shown).toBeHidden()
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(page.locator(`[text='${secret}']`)).toHaveCount(0)
  await page.getByRole('link', { name: 'Keyboard Shop' }).click()
  await expect(page.getByRole('heading', { name: 'Keyboard Shop' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Secrets' })).toContainText(`${secret.slice(0, 15)}…`)
  await expect(page.getByText(secret)).toHaveCount(0)
})

test('a refused name is shown at its field, and what was entered stays', { tag: '@proof' }, async ({ page, site }) => {
  await site.signIn(page.context(), 'admin')
  await page.goto(`${site.url}/clients`)
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByLabel('Callback URLs').fill('http://shop.example/')
  await confirmAction(page, 'Create client')
  await expect(page.getByLabel('Callback URLs')).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText('must use https')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shop')
})

test('a secret is added and revoked', async ({ page, site }) => {
  await site.signIn(page.context(), 'admin')
  await page.goto(`${site.url}/clients/${site.staged.clientId}`)
  const table = page.getByRole('table', { name: 'Secrets' })
  await page.getByRole('button', { name: 'Add secret' }).click()
  await confirmAction(page, 'Add secret')
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
  const [prefix = ''] = /sk_sandbox_.{4}/.exec(await shown.innerText()) ?? []
  await shown.getByRole('button', { name: 'I have copied the secret' }).click()
  const row = table.getByRole('row').filter({ hasText: `${prefix}…` })
  await expect(row).toContainText('never')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await confirmAction(page, 'Revoke secret')
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('callback URLs, limits and destinations are added and removed', async ({ page, site }) => {
  await site.signIn(page.context(), 'admin')
  await page.goto(`${site.url}/clients/${site.staged.clientId}`)
  const row = (table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

  await page.getByRole('button', { name: 'Add URL' }).click()
  await page.getByLabel('URL', { exact: true }).fill('https://shop.example/other')
  await confirmAction(page, 'Add URL')
  await row('Callback URLs', '/other').getByRole('button', { name: 'Remove' }).click()
  await confirmAction(page, 'Remove URL')
  await expect(row('Callback URLs', '/other')).toHaveCount(0)

  await row('Limits', 'cool-down').getByRole('button', { name: 'Set' }).click()
  await page.getByLabel('Value').fill('soon')
  await confirmAction(page, 'Set limit')
  await expect(page.getByRole('dialog')).toContainText('must be a time of up to 30d')
  await page.getByLabel('Value').fill('24h')
  await confirmAction(page, 'Set limit')
  await expect(row('Limits', 'cool-down')).toContainText('1d (24h)')
  await row('Limits', 'cool-down').getByRole('button', { name: 'Remove' }).click()
  await confirmAction(page, 'Remove limit')
  await expect(row('Limits', 'cool-down')).toContainText('no limit')

  await page.getByRole('button', { name: 'Allow destination' }).click()
  await page.getByRole('textbox', { name: 'Destination' }).fill(`ethereum:${recipient}`)
  await confirmAction(page, 'Allow destination')
  await row('Allowed destinations', 'Ethereum').getByRole('button', { name: 'Remove' }).click()
  await confirmAction(page, 'Remove destination')
  await expect(row('Allowed destinations', 'Ethereum')).toHaveCount(0)
})

test('an operator pauses and resumes a client, and changes nothing else', { tag: '@proof' }, async ({ page, site }) => {
  await site.signIn(page.context(), 'operator', 'Olga')
  await page.goto(`${site.url}/clients/${site.staged.clientId}`)
  await page.getByRole('button', { name: 'Pause sending' }).click()
  await confirmAction(page, 'Pause', 'The key has leaked')
  const banner = page.getByRole('status').filter({ hasText: `Sending is paused: ${site.staged.name}` })
  await expect(banner).toContainText('by Olga: The key has leaked.')
  await banner.getByRole('button', { name: 'Resume' }).click()
  await confirmAction(page, 'Resume')
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause sending' })).toBeVisible()
  for (const name of ['Add secret', 'Revoke', 'Add URL', 'Set', 'Allow destination'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('a viewer finds a client by its name, and has no action', async ({ page, site }) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/clients`)
  await page.getByLabel('Name or id').fill('harbour')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/\?search=harbour$/)
  await expect(page.getByRole('link', { name: site.staged.name })).toHaveCount(0)
  await page.getByRole('link', { name: 'Harbour Games' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour Games' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /pause|add|set|revoke/i })).toHaveCount(0)
})
