// HTML templates that escape their values. Unlike the framework's tag, this never returns a promise.

import { raw as rawTag, html as tag } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return tag(strings, ...values) as Html
}

/** Trusted text that is already markup. */
export function raw(markup: string): Html {
  return rawTag(markup) as Html
}
