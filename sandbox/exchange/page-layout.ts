// The layout of the exchange's pages. Its style differs from Transfer Link's, so that the two are not confused.

import { type Html, html } from './html.ts'

export function table(headings: string[], rows: Html[][]): Html {
  return html`<div class="scroll"><table>
      <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`
}

const navigation = html`<nav aria-label="Pages"><a href="/">Logins</a> <a href="/outbox">Outbox</a> <a href="/device">Device</a> <a href="/addresses">Addresses</a>
      <a href="/verification">Verification</a> <a href="/console">Console</a>
      <a href="/api-keys">API keys</a> <a href="/address-book">Address book</a> <a href="/console/emulators">Emulators</a></nav>`

export function layout(title: string, content: Html): Html {
  return document(
    title,
    html`<a class="brand" href="/">Sandbox <b>Exchange</b></a>
    ${navigation}`,
    content,
  )
}

/** The layout of a window with a single task. */
export function plainLayout(title: string, content: Html): Html {
  return document(title, html`<span class="brand">Sandbox <b>Exchange</b></span>`, content)
}

function document(title: string, head: Html, content: Html): Html {
  return html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${title === 'Sandbox Exchange' ? title : `${title} · Sandbox Exchange`}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header>
    ${head}
  </header>
  <main>
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`
}

export const pageScript = html`<p id="problem" class="bad" role="alert"></p>
      <script type="module" src="/page-buttons.js"></script>`
