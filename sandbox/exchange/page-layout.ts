// The layout of the exchange's pages. Its brand differs from Transfer Link's, so that the two are not confused.

import { type Html, html } from './html.ts'

/** On a narrow screen each cell shows the heading of its column. */
export function table(headings: string[], rows: Html[][]): Html {
  return html`<div class="scroll"><table>
      <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => html`<td data-label="${headings[column] ?? ''}">${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** An ISO time as a reader writes it, in UTC. */
export function timeOf(iso: string): Html {
  return html`<time datetime="${iso}">${timeFormat.format(new Date(iso))} UTC</time>`
}

/** `kind` colors it: `on` for an active fault, `done` for what is finished. */
export function state(text: string, kind: '' | 'on' | 'done' = ''): Html {
  return html`<span class="state ${kind}">${text}</span>`
}

const pages = [
  ['Logins', '/'],
  ['Outbox', '/outbox'],
  ['Device', '/device'],
  ['Addresses', '/addresses'],
  ['Verification', '/verification'],
  ['Console', '/console'],
  ['API keys', '/api-keys'],
  ['Address book', '/address-book'],
  ['Emulators', '/console/emulators'],
] as const

const homeTitle = 'Sandbox Exchange'

function navigation(title: string): Html {
  const links = pages.map(([name, path]) => {
    const isCurrent = title === name || (title === homeTitle && path === '/')
    return html`<a href="${path}"${isCurrent ? html` aria-current="page"` : ''}>${name}</a>`
  })
  return html`<nav aria-label="Pages">${links}</nav>`
}

export function layout(title: string, content: Html): Html {
  const head = html`<a class="brand" data-mark="SE" href="/">Sandbox Exchange</a>
    ${navigation(title)}`
  return document(title, { head, content })
}

/** The layout of a window with a single task. */
export function plainLayout(title: string, content: Html): Html {
  return document(title, {
    head: html`<span class="brand" data-mark="SE">Sandbox Exchange</span>`,
    content,
    kind: 'task',
  })
}

function document(title: string, { head, content, kind = '' }: { head: Html; content: Html; kind?: string }): Html {
  return html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${title === homeTitle ? title : `${title} · Sandbox Exchange`}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header>
    ${head}
  </header>
  <main class="${kind}">
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`
}

export const pageScript = html`<p id="problem" class="bad" role="alert"></p>
      <script type="module" src="/page-buttons.js"></script>`
