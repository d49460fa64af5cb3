// The OpenAPI document as one page for people.

import type { ErrorUrl } from '../../http/error-urls.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import { errorTable } from './error-table.ts'
import { type Html, html } from './html.ts'
import { operationView } from './operation-view.ts'
import { prose } from './prose.ts'
import { fieldRows, schemaAnchor } from './schema-view.ts'
import { webhookView } from './webhook-view.ts'

export const stylePath = '/reference/style.css'

interface Entry {
  path: string
  method: string
  operation: Operation
}

/** With a documentation site, each error leads to its page there. */
export function referencePage(document: OpenApiDocument, errorUrl: ErrorUrl | null): Html {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => ({ path, method, operation })),
  )
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const events = Object.entries(document.webhooks)
  const serverUrl = document.servers[0]?.url ?? ''
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Transfer Link API</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#main">To the endpoints</a>
<nav aria-label="Endpoints">
<p class="brand"><a href="#top">Transfer Link <span>API ${String(document.info.version)}</span></a></p>
${groups.map(
  (group) =>
    html`<h2>${group.name}</h2><ul>${group.entries.map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method}</span>${operation.summary}</a></li>`,
    )}</ul>`,
)}
<h2>Events</h2><ul>${events.map(
    ([type, { post }]) =>
      html`<li><a href="#${post.operationId}"><span class="method post">event</span><code>${type}</code></a></li>`,
  )}</ul>
<h2>More</h2><ul><li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>
</nav>
<main id="main">
<header id="top">
<h1>${String(document.info.title)} API</h1>
<p class="lead">${String(document.info.summary)}</p>
${prose(String(document.info.description))}
<p>Server: <code>${serverUrl}</code></p>
</header>
${groups.map(
  (group) => html`<section class="group"><h2>${group.name}</h2><p class="lead">${group.description}</p>
${group.entries.map(({ path, method, operation }) => operationView(document, { serverUrl, method, path, operation }))}</section>`,
)}
<section class="group" id="events"><h2>Events</h2><p class="lead">The requests that this server sends to webhook endpoints.</p>
${events.map(([type, { post }]) => webhookView(document, type, post))}</section>
<section class="group" id="errors"><h2>Errors</h2><p class="lead">Every errorType. Messages may change, types do not.</p>
${errorTable(errorUrl)}</section>
<section class="group" id="schemas"><h2>Schemas</h2>${schemas(document)}</section>
</main>
</body>
</html>`
}

function schemas({ components }: OpenApiDocument): Html[] {
  return Object.entries(components.schemas ?? {}).map(
    ([name, schema]) => html`<article id="${schemaAnchor(name)}"><h3><code>${name}</code></h3>
${schema.description === undefined ? '' : prose(String(schema.description))}${fieldRows(schema)}</article>`,
  )
}
