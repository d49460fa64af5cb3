// Real keys in the field of an amount: its digits are grouped, and marks of the user stay.
import type { Page } from 'playwright'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseAsset, openPage, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

test('digits are grouped while they are typed, and a mark of the user is never moved', async ({ page, app }) => {
  const { field, keyboard, shown, clear } = await openField(page, app)
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

  await clear()
  await keyboard.type('1,2345')
  expect(await shown()).toBe('1,2345|')
  for (let left = 5; left > 0; left--) await keyboard.press('Backspace')
  await keyboard.type('234')
  expect(await shown()).toBe('1,234|')

  await field.press('ControlOrMeta+A')
  await keyboard.insertText('1,5')
  expect(await shown()).toBe('1,5|')
  await keyboard.type('0')
  expect(await shown()).toBe('1,50|')

  await clear()
  await keyboard.type('0500')
  expect(await shown()).toBe('0500|')
  await clear()
  await keyboard.type('10500')
  await keyboard.press('Home')
  await keyboard.press('Delete')
  expect(await shown()).toBe('|0500')
})

test('cut, paste, undo and an input method leave no mark behind that changes the amount', async ({ page, app }) => {
  const { field, keyboard, shown, clear } = await openField(page, app)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await keyboard.type('1234')
  for (const key of ['A', 'X', 'V']) await field.press(`ControlOrMeta+${key}`)
  await keyboard.type('5')
  expect(await shown()).toBe('12,345|')

  await keyboard.press('ControlOrMeta+Z')
  expect(await shown()).toBe('1,234|')
  await clear()
  await keyboard.press('Delete')
  await keyboard.press('ControlOrMeta+Z')
  expect(await shown()).toBe('1,234|')
  await keyboard.type('6')
  expect(await shown()).toBe('12,346|')
  await keyboard.press('ControlOrMeta+Z')
  await keyboard.press('ControlOrMeta+Shift+Z')
  expect(await shown()).toBe('12,346|')

  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '７', selectionStart: 1, selectionEnd: 1 })
  await session.send('Input.insertText', { text: '７' })
  expect(await shown()).toBe('123,46７|')
  await expect(page.getByText('≈ $123,467')).toBeVisible()
})

async function openField(page: Page, app: App) {
  const flow = await openPage(page, await createLink(app))
  await signIn(flow, 'user_good')
  await chooseAsset(flow, /USD Coin/)
  const field = flow.getByRole('textbox', { name: /^Amount in/ })
  await expect(field).toBeFocused()
  return {
    field,
    keyboard: page.keyboard,
    clear: async () => {
      await field.press('ControlOrMeta+A')
      await field.press('Delete')
    },
    /** The field, with `|` as the caret. */
    shown: () =>
      field.evaluate((input: HTMLInputElement) => {
        const caret = input.selectionStart ?? 0
        return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
      }),
  }
}

/** Moves the caret as a user does, with the keys. */
async function caretTo({ keyboard }: Page, position: number) {
  await keyboard.press('Home')
  for (let left = position; left > 0; left--) await keyboard.press('ArrowRight')
}
