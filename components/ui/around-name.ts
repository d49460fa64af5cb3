import { html } from 'lit'

/** A sentence with its name in bold, wherever the language puts it. */
export function aroundName(sentence: (name: string) => string, name: string) {
  const [before, after] = sentence('\0').split('\0')
  return html`${before}<b>${name}</b>${after}`
}
