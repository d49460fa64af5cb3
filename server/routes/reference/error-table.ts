// Every errorType, each under its name: `type` of RFC 9457 leads here if the server has no documentation site.

import { type ErrorType, errorCatalogue } from '../../contract/errors.ts'
import type { ErrorUrl } from '../../http/error-urls.ts'
import { type Html, html } from './html.ts'

export function errorTable(errorUrl: ErrorUrl | null): Html {
  const rows = Object.entries(errorCatalogue).map(([type, { http, sentence }]) => {
    const name = html`<code>${type}</code>`
    const linked = errorUrl === null ? name : html`<a href="${errorUrl(type as ErrorType)}">${name}</a>`
    return html`<tr id="${type}"><td>${http}</td><td>${linked}</td><td>${sentence}</td></tr>`
  })
  return html`<table><thead><tr><th scope="col">HTTP</th><th scope="col">errorType</th><th scope="col">message</th></tr></thead>
<tbody>${rows}</tbody></table>`
}
