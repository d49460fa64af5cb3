// The console's pages about webhooks: endpoints with their backlog, deliveries with each request, and what an operator can do.
import { confirmAction, expect, expectFits, tabTo, test } from '../../support/console-test.ts'
import { responseOf } from '../../support/webhook-engine.ts'

test('endpoints are listed with state, backlog and last error, and filtered by the address', async ({ page, site }) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/webhooks`)
  const rows = page.getByRole('table', { name: 'Webhook endpoints' }).getByRole('row')
  await expect(rows.filter({ hasText: 'ledger.shop.example' })).toContainText(/On, failing.*waiting.*oldest.*HTTP 503/s)
  await expect(page.getByRole('main')).not.toContainText('hidden')
  await page.getByLabel('State').selectOption('Paused')
  await expect(page).toHaveURL(/\?state=paused$/)
  await expect(rows.filter({ hasText: 'ledger.shop.example' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'old.shop.example' })).toContainText('Paused')
})

test('the list, and an endpoint with a delivery, are accessible and fit a phone', async ({ page, site }) => {
  await site.signIn(page.context(), 'operator')
  await page.goto(`${site.url}/webhooks`)
  await expectFits(page, () => page.getByRole('link', { name: 'ledger.shop.example' }).waitFor())
  await page.goto(`${site.url}/webhooks/${site.staged.failing.id}`)
  await page.getByRole('link', { name: 'Show the delivery' }).last().click()
  await expectFits(page, () => page.getByRole('heading', { name: 'Requests' }).waitFor())
})

test('a delivery shows its requests without signatures, its body and the responses, and can be shared', async ({
  page,
  site,
}) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/webhooks/${site.staged.failing.id}`)
  await page.getByLabel('State').selectOption('Failed')
  await expect(page.getByRole('link', { name: 'Show the delivery account.connected' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Show the delivery account.connected' }).click()
  await expect(page).toHaveURL(/state=failed&delivery=/)
  await page.goto(page.url())
  const shown = page.getByRole('region', { name: 'Delivery' })
  await expect(shown).toContainText('It is not sent again by itself')
  await expect(shown.getByLabel('Body', { exact: true })).toContainText('"amount": "0.1"')
  await shown.getByText('Request 1').click()
  await expect(shown.getByLabel('Headers of request 1')).toContainText('webhook-timestamp: ')
  await expect(shown.getByLabel('Headers of request 1')).not.toContainText('signature')
  await expect(shown.getByLabel('Response to request 1')).toHaveText('status 503')
  await expect(page.getByRole('button', { name: 'Replay' })).toHaveCount(0)
  await shown.getByRole('link', { name: 'Close' }).click()
  await expect(shown).toHaveCount(0)
})

test('an operator pauses an endpoint with the keyboard, sends a test and resumes it', async ({ page, site }) => {
  await site.signIn(page.context(), 'operator')
  await page.goto(`${site.url}/webhooks/${site.staged.working.id}`)
  const pause = page.getByRole('button', { name: 'Pause' })
  await pause.waitFor()
  await tabTo(page, () => pause.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Enter')
  const reason = page.getByLabel('Reason')
  await tabTo(page, () => reason.evaluate((element) => element.matches(':focus')))
  await page.keyboard.type('The receiver is being updated')
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Pause' })
  await tabTo(page, () => submit.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paused by the operator.')).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await confirmAction(page, 'Send test')
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('test')
  await page.getByRole('button', { name: 'Resume' }).click()
  await confirmAction(page, 'Resume')
  await expect(page.getByText('Events are sent as they happen.')).toBeVisible()
})

test('an operator replays one delivery, all since a time, and all failed ones', { tag: '@proof' }, async ({
  page,
  site,
}) => {
  const { failing, hooks } = site.staged
  await site.signIn(page.context(), 'operator')
  await page.goto(`${site.url}/webhooks/${failing.id}?state=failed`)
  await page.getByRole('link', { name: 'Show the delivery account.connected' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(`transfer-link webhook replay ${failing.id} --delivery`)
  await confirmAction(page, 'Replay')
  await expect(page.getByText('No delivery matches these filters')).toBeVisible()

  await site.engine.deps.database.query
    .updateTable('webhook_delivery')
    .set({ state: 'failed', due_at: null, done_at: site.engine.deps.now().getTime() })
    .where('endpoint_id', '=', failing.id)
    .execute()
  await page.getByRole('button', { name: 'Replay failed' }).click()
  await confirmAction(page, 'Replay failed')
  await expect(page.getByText('No delivery matches these filters')).toBeVisible()

  await page.getByRole('button', { name: 'Replay since…' }).click()
  await page.getByRole('dialog').getByLabel('Since (UTC)').fill('2026-01-01T00:00')
  await expect(page.getByRole('dialog')).toContainText('--since 2026-01-01T00:00:00Z')
  await confirmAction(page, 'Replay')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  hooks.respond = () => responseOf(200)
  await hooks.serve()
  await page.goto(`${site.url}/webhooks/${failing.id}`)
  await expect(page.getByText('Nothing waits.')).toBeVisible()
})
