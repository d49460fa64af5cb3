// The console's overview and its audit log in a browser.
import { summariseTransfers } from '../../../server/console/summarise-transfers.ts'
import { confirmAction, expect, expectFits, test } from '../../support/console-test.ts'
import { acceptedTransfer } from '../../support/staged-transfers.ts'

test('the overview counts what has ended, and its period is in the address', async ({ page, site }) => {
  const { database, now } = site.engine.deps
  const [arrived, failed] = [await acceptedTransfer(site.engine, '31'), await acceptedTransfer(site.engine, '32')]
  const end = (id: string, columns: object) =>
    database.query
      .updateTable('transfer')
      .set({ next_poll_at: null, updated_at: now().getTime(), ...columns })
      .where('id', '=', id)
      .execute()
  await end(arrived.id, { state: 'Succeeded', status: 'Succeeded' })
  await end(failed.id, { state: 'Rejected', status: 'Failed', error_type: 'exchangeRejected' })
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/overview`)
  await expect(page.getByText('2 ended transfers are not counted yet')).toBeVisible()
  await summariseTransfers(site.engine.deps)
  const exchanges = page.getByRole('table', { name: 'Exchanges and wallets' })
  await expect(exchanges.getByRole('row').nth(1)).toContainText(/1.*1.*50 %.*\$31\.00/s)
  await expect(page.getByRole('img', { name: 'Ended transfers by hour' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Assets' })).toContainText('31 USDC')
  await expect(page.getByRole('link', { name: 'exchangeRejected' })).toHaveAttribute('href', /status=Failed/)
  await page.getByRole('link', { name: '7 days' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/period=week/)
  await expect(page.getByRole('img', { name: 'Ended transfers by day' })).toBeVisible()
  await expectFits(page, () => exchanges.waitFor())
})

test('an action is in the audit log with its reason, and the log is shared by its address', async ({ page, site }) => {
  await site.signIn(page.context(), 'operator', 'Oda')
  await page.goto(`${site.url}/integrations`)
  await page.getByRole('table', { name: 'Exchanges' }).getByRole('button', { name: 'Pause' }).click()
  await confirmAction(page, 'Pause', 'Maintenance, ticket 4802')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`${site.url}/audit-log?actor=Oda`)
  const row = page.getByRole('row').filter({ hasText: 'sending.pause' })
  await expect(row).toContainText('Maintenance, ticket 4802')
  await expect(page.getByText(/The chain of \d+ entr(y|ies) is complete/)).toBeVisible()
  await expectFits(page, () => row.waitFor())
  await page.goto(`${site.url}/audit-log?actor=Nobody`)
  await expect(page.getByText('No entry matches these filters')).toBeVisible()
  // Other tests use the same console.
  await page.goto(`${site.url}/integrations`)
  await page
    .getByRole('status')
    .filter({ hasText: 'Sending is paused' })
    .getByRole('button', { name: 'Resume' })
    .click()
  await confirmAction(page, 'Resume')
  await expect(page.getByRole('dialog')).toBeHidden()
})
