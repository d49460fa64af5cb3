// The screen "Transfers", its search, and the page of a transfer.
import { randomUUID } from 'node:crypto'
import { expect, test } from '../../support/console-e2e.ts'
import { acceptedTransfer, flaggedTransfer, lostTransfer } from '../../support/staged-transfers.ts'
import { expectNoViolations } from '../../support/violations.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the list shows what happens, and filters are in its address (${colorScheme})`, {
    tag: colorScheme === 'dark' ? '@proof' : [],
  }, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme })
    await site.signIn(page.context(), 'viewer')
    await page.goto(`${site.url}/transfers`)
    await expect(page.getByText('No transfers yet')).toBeVisible()
    const [accepted] = [await acceptedTransfer(site.engine), await lostTransfer(site.engine)]
    const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
    // It refreshes itself.
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: '25 USDC' })).toContainText('Accepted')
    await expectNoViolations(page)
    await page.getByLabel('State').selectOption('Outcome unknown')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(`${site.url}/transfers?state=Unknown`)
    await page.reload()
    await expect(rows.nth(1)).toContainText('40 USDC')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(3)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectNoViolations(page)
    await page.getByRole('link', { name: new RegExp(`^${accepted.id.slice(0, 6)}`) }).click()
    await expect(page).toHaveURL(`${site.url}/transfers/${accepted.id}`)
  })
}

test('a search that names one transfer opens its page, and Back leads to where the search began', async ({
  page,
  site,
}) => {
  const accepted = await acceptedTransfer(site.engine)
  await lostTransfer(site.engine)
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/attention`)
  const search = page.getByRole('searchbox', { name: 'Search by any id, hash, address or user' })
  await search.fill(` ${accepted.previewId} `)
  await search.press('Enter')
  await expect(page).toHaveURL(`${site.url}/transfers/${accepted.id}`)
  await expect(page.getByRole('heading', { name: 'Transfer', exact: true })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`${site.url}/attention`)

  await search.fill('user-1')
  await search.press('Enter')
  await expect(page.getByRole('table', { name: 'Transfers' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByText(`transfer-link erase --client ${site.engine.clientId} --user user-1`)).toBeVisible()
  await search.fill('user-unknown')
  await search.press('Enter')
  await expect(page.getByText('Nothing has this id, hash, address or user')).toBeVisible()
})

test('more transfers than a page are loaded on request, with the keyboard', async ({ page, site }) => {
  const { id } = await acceptedTransfer(site.engine)
  const { query } = site.engine.deps.database
  const row = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let n = 0; n < 60; n++) {
    const copy = { id: randomUUID(), preview_id: randomUUID(), withdrawal_id: null, created_at: row.created_at - n - 1 }
    await query
      .insertInto('transfer')
      .values({ ...row, ...copy, next_poll_at: null })
      .execute()
  }
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/transfers`)
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(rows).toHaveCount(62)
  await expect(page.getByText('New rows are not added while more than one page is loaded.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of a transfer shows everything that is known (${colorScheme})`, {
    tag: colorScheme === 'dark' ? '@proof' : [],
  }, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme })
    const flagged = await flaggedTransfer(site.engine)
    await site.signIn(page.context(), 'viewer')
    await page.goto(`${site.url}/transfers/${flagged.id}`)
    await expect(page.getByText('Needs an operator: the mined transaction')).toBeVisible()
    await expect(page.getByText(/^The exchange has named a transaction/)).toBeVisible()
    await expect(page.getByText(/Next poll: .* UTC/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByText('The hash chain is intact')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Attempts' })).toContainText('Accepted by the exchange')
    await page.getByText('Raw data').click()
    await expect(page.getByLabel('Raw data')).toContainText(`"id": "${flagged.id}"`)
    await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectNoViolations(page)
  })
}

test('the text for support is copied, and what an exchange says is never markup', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await lostTransfer(site.engine)
  const { query } = site.engine.deps.database
  const detail = JSON.stringify({ reason: '<img src=x onerror=alert(1)>' })
  await query
    .updateTable('transfer_event')
    .set({ detail })
    .where('transfer_id', '=', id)
    .where('kind', '=', 'unknown')
    .execute()
  await site.signIn(context, 'viewer')
  await page.goto(`${site.url}/transfers/${id}`)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(page.getByText('The hash chain is broken at event 2')).toBeVisible()
  await page.getByRole('button', { name: 'Copy for support' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(id)
  expect(copied).not.toContain('user-1')
})

test('an unknown id says so', { tag: '@proof' }, async ({ page, site }) => {
  await site.signIn(page.context(), 'viewer')
  await page.goto(`${site.url}/transfers/unknown`)
  await expect(page.getByRole('alert')).toContainText('There is no transfer with this id.')
  await expectNoViolations(page)
})
