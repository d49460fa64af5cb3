import { texts } from '../../components/texts/en.ts'
import { expect, test } from '../support/e2e.ts'
import { heading, openLink, reviewTransfer, sendButton, signIn } from '../support/link-flow.ts'
import { expectNoViolations } from '../support/violations.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('the shop, and the first screens over it', { tag: ['@phone', '@proof'] }, async ({ page, app }) => {
      await page.goto(app.shopUrl)
      await expectNoViolations(page)
      const flow = await openLink(page, app.shopUrl)
      await expectNoViolations(page)
      await signIn(flow, 'user_good')
      await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
      await expectNoViolations(page)
    })

    test('the review and the receipt', { tag: '@proof' }, async ({ page, app }) => {
      const flow = await openLink(page, app.shopUrl)
      await reviewTransfer(flow, 'user_good', '3')
      await expectNoViolations(page)
      await sendButton(flow).click()
      await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
      await expectNoViolations(page)
    })
  })
}

test('nothing is wider than a phone', { tag: ['@phone-only', '@proof'] }, async ({ page, app }) => {
  const flow = await openLink(page, app.shopUrl)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await reviewTransfer(flow, 'user_good', '3')
  const frame = page.frames().at(-1)
  expect(await frame?.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})
