// HTML templates. Every inserted value is escaped unless it is an Html.

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | Html[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toText(values[index - 1] ?? '') + part))
}

function toText(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((item) => item.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}
