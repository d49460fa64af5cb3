import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, openLink, reviewTransfer, sendButton } from '../support/link-flow.ts'

test('a transfer in the demo is credited by its webhook, not by an event in the page, and the log shows it', async ({
  page,
  app,
}) => {
  const flow = await openLink(page, app.shopUrl)
  // The customer controls the page, so what the page reports credits nothing.
  const forged = { type: 'transferFinished', payload: { status: 'success', amount: 1000, symbol: 'USDC' } }
  await page.locator('transfer-link').evaluate((element, detail) => {
    element.dispatchEvent(new CustomEvent('transferFinished', { detail }))
  }, forged)
  await reviewTransfer(flow, 'user_good', '3.141592')
  await sendButton(flow).click()
  await expect(page.getByRole('list', { name: 'Balance by asset' })).toHaveText(
    /^\s*USDC on Base\s*3\.141592\s*\+3\.141592\s*$/,
  )
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  const { payload } = (await callback(page, 'transferFinished')) as { payload: { transferId: string } }
  const webhooks = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  const ofTransfer = webhooks.filter({ hasText: payload.transferId })
  await expect(ofTransfer.filter({ hasText: 'transfer.succeeded' })).toContainText('Credited 3.141592 USDC on Base.')
  await expect(ofTransfer.filter({ hasText: 'transfer.pending' })).toContainText('Not credited yet.')
  const { secret } = JSON.parse(readFileSync(join(app.dataFolder, 'shop/webhook-secret.json'), 'utf8'))
  expect(await page.content()).not.toContain(secret)
})
