// The screen "Attention", and recording an outcome, with a keyboard and with a second operator.
import type { Page } from 'playwright/test'
import { pauseSending } from '../../../server/transfers/sending-pause.ts'
import { transferById } from '../../../server/transfers/transfer-store.ts'
import { insertWatch } from '../../../server/wallets/watch-rows.ts'
import { expect, test } from '../../support/console-e2e.ts'
import { paymentFor } from '../../support/engine.ts'
import { flaggedTransfer, lostTransfer, unpaidTransfer } from '../../support/staged-transfers.ts'
import { expectNoViolations } from '../../support/violations.ts'

const evidence = 'The explorer shows no payment to the address on that day.'
const reason = 'Ticket 4711 of support.'

async function expectNoScrolling(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

test('an empty screen says that nothing needs a person, and when that was checked', async ({ page, site }) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/`)
  await expect(page.getByRole('status').filter({ hasText: 'Nothing needs a person' })).toContainText(/Checked .* UTC/)
  await expect(page).toHaveURL(`${site.url}/attention`)
  await expectNoViolations(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`each flagged transfer has its reason, evidence and outcomes (${colorScheme})`, {
    tag: colorScheme === 'dark' ? '@proof' : [],
  }, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme })
    const { engine } = site
    const flagged = await flaggedTransfer(engine)
    const { query } = engine.deps.database
    const { id: transferId } = await unpaidTransfer(engine)
    await insertWatch(query, { transferId, nonce: 0, minedNonce: 0, firstBlock: 0 })
    await pauseSending(query, { kind: 'all' }, engine.deps.now())
    await site.signIn(page.context(), 'operator')
    await page.goto(`${site.url}/attention`)
    await expect(page.getByText('Everything is paused.')).toBeVisible()
    const cards = page.getByRole('article')
    await expect(cards.first()).toContainText('The watch has ended: no payment was found on the chain in 24 hours.')
    await cards.first().getByText('Payments at the address').click()
    await expect(cards.first().locator('seen-payments')).toContainText('No node of Base is configured.')
    const card = cards.nth(1)
    await expect(card.getByText('Payments at the address')).toHaveCount(0)
    await expect(card).toContainText('The mined transaction is not the one that was previewed.')
    await expect(card).toContainText('Accepted by the exchange (1 attempt)')
    await expect(card.getByRole('link', { name: 'Explorer' })).toHaveAttribute('href', /^https:\/\/explorer\.example/)
    await card.getByText('Record an outcome (2 are possible now)').click()
    await expect(card.getByRole('list', { name: 'Outcomes' })).toContainText('The app gets transfer.succeeded')
    await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoScrolling(page)
    await expectNoViolations(page)
    await card.getByRole('link', { name: '25 USDC' }).click()
    await expect(page).toHaveURL(`${site.url}/transfers/${flagged.id}`)
  })
}

test('an operator records an outcome with the keyboard alone, and the transfer leaves the list', async ({
  page,
  site,
}) => {
  const { id } = await unpaidTransfer(site.engine)
  await site.signIn(page.context(), 'operator', 'Kim')
  await page.goto(`${site.url}/attention`)
  await page.getByText('Record an outcome (2 are possible now)').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Record… Nothing was sent' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Record: Nothing was sent' })
  await expect(dialog).toContainText('The app gets transfer.failed')
  await expectNoViolations(page)
  await expect(dialog.getByLabel('Evidence')).toBeFocused()
  await page.keyboard.type('seen')
  await page.keyboard.press('Tab')
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter')
  // The server refuses it at its field, and what was typed stays.
  await expect(dialog.getByText('must say in a sentence what was seen, and where')).toBeVisible()
  await expect(dialog.getByLabel('Evidence')).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
  await dialog.getByLabel('Evidence').fill(evidence)
  await expect(dialog.getByLabel('Equivalent command')).toHaveText(
    `transfer-link transfer resolve ${id} --not-sent --evidence '${evidence}'`,
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter')
  await expect(page.getByText('Nothing needs a person')).toBeVisible()
  expect((await transferById(site.engine.deps.database.query, id))?.state).toBe('NotSent')
})

test('the payment is looked up before it is recorded, and its differences are confirmed', async ({ page, site }) => {
  const transfer = await unpaidTransfer(site.engine)
  const hash = `0x${'cd'.repeat(32)}`
  site.engine.mined.set(hash, { ...paymentFor(transfer, 9), baseUnits: 59_900_000n })
  await site.signIn(page.context(), 'operator', 'Kim')
  await page.goto(`${site.url}/transfers/${transfer.id}`)
  await page.getByText('Record an outcome').click()
  await page.getByRole('button', { name: 'Record… The recipient was paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Hash of the transaction').fill(hash)
  await page.keyboard.press('Enter')
  const payment = dialog.getByRole('status').filter({ hasText: 'It pays 59.9 USDC to 0x' })
  await expect(payment).toContainText(
    'and the transfer is of 60 USDC. The status that the app receives states 60 USDC. It has 9 confirmations; 3 are required',
  )
  await expectNoViolations(page)
  await dialog.getByLabel('Evidence').fill(evidence)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByText('Record it all the same is required.')).toBeVisible()
  await dialog.getByLabel('Record it all the same').check()
  await expect(dialog.getByLabel('Equivalent command')).toContainText('--despite otherAmount')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Recorded despiteotherAmount')
  expect((await transferById(site.engine.deps.database.query, transfer.id))?.state).toBe('Succeeded')
})

test('an outcome that would be too early is refused before its form is shown', async ({ page, site }) => {
  const { id } = await lostTransfer(site.engine)
  await site.signIn(page.context(), 'operator')
  await page.goto(`${site.url}/transfers/${id}`)
  await page.getByText('Record an outcome').click()
  const outcomes = page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem')
  const early = outcomes.filter({ hasText: 'Nothing was sent' })
  await expect(early).toContainText('Not yet. This transfer has a request that may still reach the exchange.')
  await expect(early).toContainText(/It can be recorded from .* UTC/)
  await expect(early.getByRole('button')).toHaveCount(0)
  await expect(outcomes.filter({ hasText: 'The recipient was paid' }).getByRole('button')).toHaveCount(1)
})

test('a viewer sees the outcomes and cannot record one', async ({ page, site }) => {
  await unpaidTransfer(site.engine)
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/attention`)
  await page.getByText('Record an outcome').click()
  await expect(page.getByText('Recording an outcome requires the role operator.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Record/ })).toHaveCount(0)
})

test.describe('with a second operator', () => {
  test.use({ twoPersonResolve: true })

  test('one proposes, cannot approve, and the second one approves', async ({ page, site }) => {
    const { id } = await unpaidTransfer(site.engine)
    await site.signIn(page.context(), 'operator', 'Kim')
    await page.goto(`${site.url}/attention`)
    await page.getByText('Record an outcome').click()
    await page.getByRole('button', { name: 'Propose… Nothing was sent' }).click()
    const dialog = page.getByRole('dialog')
    await expect(page.getByText('Nothing changes until a second operator approves it.')).toBeVisible()
    await dialog.getByLabel('Evidence').fill(evidence)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    const proposal = page.getByRole('region', { name: 'Proposal' })
    await expect(proposal).toContainText('Kim proposes: Nothing was sent')
    await expect(proposal).toContainText('Another operator has to approve it.')
    await expect(proposal.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
    await expect(page.getByText('Kim has proposed the outcome of a transfer.')).toBeVisible()

    await site.signIn(page.context(), 'operator', 'Lee')
    await page.goto(`${site.url}/transfers/${id}`)
    await expect(proposal).toContainText(evidence)
    await expectNoViolations(page)
    await proposal.getByRole('button', { name: 'Approve…' }).click()
    await dialog.getByLabel('Reason').fill('Checked with the explorer myself.')
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('An operator recorded the outcome, with evidence.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Lee')
    expect((await transferById(site.engine.deps.database.query, id))?.state).toBe('NotSent')
  })

  test('a proposal is declined, and the transfer stays as it is', { tag: '@proof' }, async ({ page, site }) => {
    const { id } = await unpaidTransfer(site.engine)
    await site.signIn(page.context(), 'operator', 'Kim')
    await page.goto(`${site.url}/transfers/${id}`)
    await page.getByText('Record an outcome').click()
    await page.getByRole('button', { name: 'Propose… The recipient was paid' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Hash of the transaction').fill(`0x${'cd'.repeat(32)}`)
    await dialog.getByRole('button', { name: 'Look up' }).click()
    await dialog.getByLabel('Propose it all the same').check()
    await dialog.getByLabel('Evidence').fill(evidence)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Proposal' })).toContainText('Proposed despitenotFound')
    await page.getByRole('button', { name: 'Take back…' }).click()
    await expect(dialog.getByLabel('Equivalent command')).toHaveText(`transfer-link transfer decline ${id}`)
    await dialog.getByLabel('Reason').fill('It was the wrong transaction.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('Record an outcome').click()
    await expect(page.getByRole('button', { name: 'Propose… The recipient was paid' })).toBeVisible()
    expect((await transferById(site.engine.deps.database.query, id))?.state).toBe('AwaitingWallet')
  })
})
