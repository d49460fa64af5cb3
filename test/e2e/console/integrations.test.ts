// The console's page about exchanges, wallets and nodes: circuits, calls, open transfers and pauses.
import { confirmAction, expect, expectFits, tabTo, test } from '../../support/console-test.ts'

test('an exchange shows its circuit, its errors, and its oldest open transfer', async ({ page, site }) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/integrations`)
  const row = page.getByRole('table', { name: 'Exchanges' }).getByRole('row').filter({ hasText: site.exchange })
  await expect(row).toContainText(/Responding.*186.*3\.2 %.*\(6\)/s)
  await expect(row.getByRole('link', { name: '1', exact: true })).toHaveAttribute(
    'href',
    `/transfers?exchange=${site.exchange}&status=Pending`,
  )
  await expect(row.getByRole('link', { name: /ago|now/ })).toHaveAttribute('href', /^\/transfers\/[0-9a-f-]{36}$/)
  site.openCircuit(true)
  await expect(row).toContainText('Circuit open')
  site.openCircuit(false)
  await expect(page.getByRole('table', { name: 'Network nodes' })).toContainText(/Base.*40.*0 %.*50 ms/s)
  await expect(page.getByRole('button', { name: /pause/i })).toHaveCount(0)
})

test('an operator pauses an exchange with the keyboard, and a banner says who, why and what it means', async ({
  page,
  site,
}) => {
  await site.signIn(page.context(), 'operator', 'Ina')
  await page.goto(`${site.url}/integrations`)
  const table = page.getByRole('table', { name: 'Exchanges' })
  const pause = table.getByRole('button', { name: 'Pause' })
  await pause.waitFor()
  await tabTo(page, () => pause.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(`transfer-link pause --exchange ${site.exchange}`)
  await page.keyboard.type('Withdrawals are delayed')
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Pause' })
  await tabTo(page, () => submit.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Enter')
  const banner = page.getByRole('status').filter({ hasText: 'Sending is paused' })
  await expect(banner).toContainText('by Ina: Withdrawals are delayed. New transfers are refused.')
  await expect(table).toContainText('Paused')
  await expectFits(page, () => banner.waitFor())
  await banner.getByRole('button', { name: 'Resume' }).click()
  await confirmAction(page, 'Resume')
  await expect(banner).toHaveCount(0)
})

test('an operator pauses wallets and all sending, and resumes both', { tag: '@proof' }, async ({ page, site }) => {
  await site.signIn(page.context(), 'operator')
  await page.goto(`${site.url}/integrations`)
  for (const [button, title] of [
    ['Pause wallets', 'Sending is paused: Wallets'],
    ['Pause all sending', 'All sending is paused'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await confirmAction(page, 'Pause')
    const banner = page.getByRole('status').filter({ hasText: title })
    await expect(banner).toBeVisible()
    await expect(page.getByRole('button', { name: button })).toHaveCount(0)
    await banner.getByRole('button', { name: 'Resume' }).click()
    await confirmAction(page, 'Resume')
    await expect(page.getByRole('button', { name: button })).toBeVisible()
  }
})
