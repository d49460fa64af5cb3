// One page for each type of webhook.
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import type { JsonSchema } from '../../server/http/openapi/schemas.ts'
import { webhookSlug } from './endpoint-addresses.ts'
import { parameterTable } from './endpoint-pages.ts'
import { fieldTable, resolved } from './field-rows.ts'
import { jsonBlock, type Page, plain } from './page.ts'

export function webhookPages(document: OpenApiDocument): Page[] {
  return Object.entries(document.webhooks).map(([type, { post }], order): Page => {
    const { schema = {}, example, examples = {} } = Object.values(post.requestBody?.content ?? {})[0] ?? {}
    const bodies = (schema.anyOf ?? [schema]) as JsonSchema[]
    const shown =
      example === undefined
        ? Object.entries(examples).map(([name, { value }]) => [name, value])
        : [['standard', example]]
    const sections = [
      `${post.summary}: the server sends a webhook of the type \`${type}\`. [Webhooks](/integrate/webhooks/) describes how to register, verify and replay webhooks.`,
      '## Headers',
      parameterTable(document, post.parameters ?? []),
      ...bodies.flatMap((body, index) => [
        index === 0 ? '## Body' : '## Body in the format mesh',
        plain(String(resolved(document.components, body).description ?? '')),
        fieldTable(document.components, body),
        jsonBlock(shown[index]?.[1]),
      ]),
    ]
    return {
      file: `webhook-types/${type}`.replace('.', '-'),
      slug: webhookSlug(type),
      title: type,
      description: `${post.summary}: the headers and the body of the webhook.`,
      order,
      body: sections.filter((section) => section !== '').join('\n\n'),
    }
  })
}
