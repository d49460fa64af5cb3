// Text for a page: what is put in is escaped. The framework's own tag may answer a promise, which we never give it.

import { raw as rawTag, html as tag } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return tag(strings, ...values) as Html
}

/** Text of ours that is markup already. */
export function raw(markup: string): Html {
  return rawTag(markup) as Html
}
