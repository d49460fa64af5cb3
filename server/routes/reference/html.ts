// Text for a page: what is put in is escaped. The framework's own tag may answer a promise, which we never give it.

import { html as tag } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return tag(strings, ...values) as Html
}
