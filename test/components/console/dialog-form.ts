import type { ActionDialog } from '../../../host/console/elements/action-dialog.ts'
import { settled } from './show-in-console.ts'

/** What an operator does in an open dialog. */
export function dialogForm(dialog: ActionDialog) {
  const find = <Found extends HTMLElement>(selector: string) => dialog.renderRoot.querySelector(selector) as Found
  return {
    find,
    enter(name: string, value: string) {
      const field = find<HTMLInputElement>(`[name=${name}]`)
      field.value = value
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    },
    async submit() {
      find<HTMLFormElement>('form').requestSubmit()
      await settled()
      await dialog.updateComplete
    },
  }
}
