import { html, nothing } from 'lit'
import type { Column } from './data-table.ts'

interface ButtonOptions<Item> {
  /** Undefined: the operator may not do it, and there is no button. */
  act: ((item: Item) => void) | undefined
  /** On what the button acts, for screen readers. */
  nameOf(item: Item): string
  isOffered?(item: Item): boolean
}

/** A column with a button in each row. */
export function buttonColumn<Item>(label: string, options: ButtonOptions<Item>): Column<Item> {
  const { act, nameOf, isOffered = () => true } = options
  const cell = (item: Item) =>
    act === undefined || !isOffered(item)
      ? nothing
      : html`<button type="button" class="button plain" @click=${() => act(item)}>${label}<span class="sr"> ${nameOf(item)}</span></button>`
  return { heading: label, isHeadingHidden: true, cell }
}
