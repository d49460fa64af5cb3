import { html } from 'lit'

/** A sentence with the name in bold, wherever the language places it. */
export function aroundName(sentence: (name: string) => string, name: string) {
  const [before, after] = sentence('\0').split('\0')
  return html`${before}<b>${name}</b>${after}`
}
