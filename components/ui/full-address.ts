import { html } from 'lit'
import { groupAddress } from '../texts/format.ts'

/** The full address in groups of four, with its beginning and end in bold. Copying it yields the address without gaps. */
export function fullAddress(address: string) {
  const groups = groupAddress(address)
  const isEdge = (index: number) => groups.length < 5 || index < 2 || index >= groups.length - 2
  const copy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', address)
  }
  return html`<bdi class="address" dir="ltr" @copy=${copy}>${groups.map((group, index) =>
    isEdge(index) ? html`<b>${group}</b>` : html`<span>${group}</span>`,
  )}</bdi>`
}
