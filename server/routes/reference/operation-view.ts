// One endpoint of the page: its request, responses, errors and an example call.

import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { listedErrors } from '../../http/openapi/listed-errors.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import { type Call, curlSample, sampleRequest } from '../../http/openapi/sample-request.ts'
import type { JsonSchema } from '../../http/openapi/schemas.ts'
import { type Html, html } from './html.ts'
import { inline, prose } from './prose.ts'
import { fieldRows, namedSchema } from './schema-view.ts'

type Responses = Operation['responses']

export function operationView(document: OpenApiDocument, call: Call): Html {
  const { method, path, operation } = call
  const { operationId, summary, description, parameters, requestBody } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="call"><span class="method ${method}">${method}</span> <code>${path}</code></p>
${description === undefined ? '' : prose(description)}
<p class="note">${credentials(operation)}</p>
<div class="columns"><div>
${parameters === undefined ? '' : html`<h4>Parameters</h4>${parameterRows(parameters)}`}
${body === undefined ? '' : html`<h4>Body</h4>${fieldRows(body.schema)}`}
${successes(document, operation.responses)}
</div><div class="examples">
<h4>Call</h4><pre tabindex="0" aria-label="Call"><code>${curlSample(sampleRequest(call))}</code></pre>
${exampleBlocks(operation.responses)}
</div></div>
<details><summary>Errors</summary>${errorTable(document, operation.responses)}</details>
</article>`
}

function credentials({ security }: Operation): Html | string {
  const names = security.flatMap(Object.keys)
  if (names.includes('clientId'))
    return html`Authentication: <code>X-Client-Id</code>, <code>X-Client-Secret</code>. Call from your server only.`
  return names.includes('linkSession') ? 'In a link session: Authorization: Bearer.' : 'Needs no credentials.'
}

export function parameterRows(parameters: NonNullable<Operation['parameters']>): Html {
  return html`<dl>${parameters.map(
    ({ name, in: place, required, description = '', schema }) => html`<div class="field"><dt><code>${name}</code>
${required ? '' : html`<small>optional</small>`} <span class="type">${place}${choices(schema)}</span></dt>
<dd><p>${inline(description)}</p></dd></div>`,
  )}</dl>`
}

function choices({ enum: values }: JsonSchema): string {
  return Array.isArray(values) ? ` · ${values.join(', ')}` : ''
}

function successes(document: OpenApiDocument, responses: Responses): Html[] {
  return successful(responses).map(([status, { description, content = {} }]) => {
    const schema = Object.values(content)[0]?.schema
    return html`<h4>Response ${status}</h4><p>${inline(description)}</p>${schema === undefined ? '' : fieldRows(namedSchema(document, schema))}`
  })
}

function exampleBlocks(responses: Responses): Html[] {
  return successful(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([name, { value }]) => {
        const label =
          name === 'success' || name === 'text' ? `Response ${status}` : `Response ${status}, ${words(name)}`
        const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
        return html`<h4>${label}</h4><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>`
      }),
    ),
  )
}

function successful(responses: Responses): [string, Responses[string]][] {
  return Object.entries(responses).filter(([status]) => Number(status) < 400)
}

function errorTable(document: OpenApiDocument, responses: Responses): Html {
  const rows = listedErrors(document, responses).map(
    ({ status, type, message }) =>
      html`<tr><td>${status}</td><td><a href="#${type}"><code>${type}</code></a></td><td>${message}</td></tr>`,
  )
  return html`<table><thead><tr><th scope="col">HTTP</th><th scope="col">errorType</th><th scope="col">For example</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
