// The subset of Markdown that the descriptions use: paragraphs, `code`, **strong**.

import { type Html, html } from './html.ts'

export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

export function inline(text: string): (Html | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
    return part
  })
}
