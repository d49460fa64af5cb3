import { texts } from '../../components/texts/en.ts'
import { buildExamples, builtExamples } from '../../scripts/build/build-examples.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { linkFlow, reviewTransfer, sendButton } from '../support/link-flow.ts'
import { shopBalance } from '../support/shop.ts'

testExample('plain', [])
test.describe('built', () => {
  test.beforeAll(() => buildExamples(console.log))
  for (const name of builtExamples) testExample(name, '@proof')
})

function testExample(name: string, tag: string | string[]) {
  test(`a transfer from the example in ${name} arrives, and its page says so`, {
    tag,
  }, async ({ page, app }) => {
    const before = await shopBalance(app, tokens['USDC on Base'])
    await page.goto(`${app.shopUrl}${name}/`)
    await page.getByRole('button', { name: 'Add funds' }).click()
    const flow = linkFlow(page)
    await reviewTransfer(flow, 'user_good', '3.5')
    await sendButton(flow).click()
    await expect(page.getByRole('status')).toHaveText('3.5 USDC arrived.')
    expect(await shopBalance(app, tokens['USDC on Base'])).toBe(before + 3_500_000n)
    await flow.getByRole('button', { name: texts.common.done }).click()
    await expect(page.locator('transfer-link iframe')).toHaveCount(0)

    // What the page stores of a closed link does not block the next.
    await page.getByRole('button', { name: 'Add funds' }).click()
    await expect(linkFlow(page).getByRole('heading', { name: texts.chooseAccount.title })).toBeVisible()
  })
}
