// Real keys in the field of an amount: its digits are grouped, and marks of the user stay.
import type { Page } from 'playwright'
import { expect, test } from '../support/e2e.ts'
import { chooseAsset, openPage, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

test('digits are grouped while they are typed, and a mark of the user is never moved', async ({ page, app }) => {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  const field = flow.getByRole('textbox', { name: /^Amount in/ })
  await expect(field).toBeFocused()
  const { keyboard } = page
  /** The field, with `|` as the caret. */
  const shown = () =>
    field.evaluate((input: HTMLInputElement) => {
      const caret = input.selectionStart ?? 0
      return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
    })

  await keyboard.type('1234567.25')
  expect(await shown()).toBe('1,234,567.25|')
  await caretTo(page, 1)
  await keyboard.type('98')
  expect(await shown()).toBe('198|,234,567.25')
  await keyboard.press('ArrowRight')
  await keyboard.press('Backspace')
  expect(await shown()).toBe('19|,234,567.25')
  await keyboard.press('Delete')
  expect(await shown()).toBe('1,9|34,567.25')

  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('1,2345')
  expect(await shown()).toBe('1,2345|')
  for (let left = 5; left > 0; left--) await keyboard.press('Backspace')
  await keyboard.type('234')
  expect(await shown()).toBe('1,234|')

  await keyboard.press('ControlOrMeta+A')
  await keyboard.insertText('1,5')
  expect(await shown()).toBe('1,5|')
  await keyboard.type('0')
  expect(await shown()).toBe('1,50|')
})

/** Moves the caret as a user does, with the keys. */
async function caretTo({ keyboard }: Page, position: number) {
  await keyboard.press('Home')
  for (let left = position; left > 0; left--) await keyboard.press('ArrowRight')
}
