// One event of the page: the headers and bodies of its request, which this server sends.

import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import type { JsonSchema } from '../../http/openapi/schemas.ts'
import { type Html, html } from './html.ts'
import { parameterRows } from './operation-view.ts'
import { prose } from './prose.ts'
import { fieldRows, namedSchema } from './schema-view.ts'

export function webhookView(document: OpenApiDocument, type: string, operation: Operation): Html {
  const { operationId, summary, parameters = [], requestBody } = operation
  const { schema = {}, example, examples = {} } = Object.values(requestBody?.content ?? {})[0] ?? {}
  const named: [string, unknown][] = Object.entries(examples).map(([name, { value }]) => [`, ${name}`, value])
  const shown: [string, unknown][] = example === undefined ? named : [['', example]]
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="call"><span class="method post">event</span> <code>${type}</code></p>
<div class="columns"><div>
<h4>Headers</h4>${parameterRows(parameters)}
${bodies(document, schema)}
</div><div class="examples">
${shown.map(([name, value]) => {
  const label = `Body${name}`
  return html`<h4>${label}</h4><pre tabindex="0" aria-label="${label} of ${type}"><code>${JSON.stringify(value, null, 2)}</code></pre>`
})}
</div></div>
</article>`
}

function bodies(document: OpenApiDocument, schema: JsonSchema): Html[] {
  const choices = (schema.anyOf ?? [schema]) as JsonSchema[]
  return choices.map((choice) => {
    const body = namedSchema(document, choice)
    return html`<h4>Body</h4>${body.description === undefined ? '' : prose(String(body.description))}${fieldRows(body)}`
  })
}
