// Pages of a sign-in at an exchange: one before it, for a window that this server did not open, and one after it. They work without
// script. The last one has a script that closes its window, allowed by its hash.

import { createHash } from 'node:crypto'
import type { RedirectNames } from '../../accounts/redirect-sign-in.ts'
import { type Html, html, raw } from '../reference/html.ts'

const style = `:root{color-scheme:light dark}
body{max-width:26rem;margin:0 auto;padding:2.5rem 1.25rem;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.25}
dt{font-size:.875rem;opacity:.75}dd{margin:0 0 .75rem;font-weight:600}
input,button{box-sizing:border-box;width:100%;min-height:3rem;padding:0 1rem;border:1px solid GrayText;border-radius:.75rem;font:inherit}
input{font-size:1.5rem;letter-spacing:.25em;text-align:center}
button{margin-top:.75rem;background:#1f5eff;border-color:#1f5eff;color:#fff;font-weight:600}
button.quiet{background:none;border-color:GrayText;color:inherit}`
const closing = 'close()'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = [
  `default-src 'none'; script-src ${hashOf(closing)}; style-src ${hashOf(style)}`,
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

export interface Page {
  html: string
  headers: Record<string, string>
}

/** For a window that this server's page did not open: shows whose sign-in it is, and has no effect. */
export function startPage({
  appName,
  userId,
  exchangeName,
  mayContinue,
}: RedirectNames & { mayContinue: boolean }): Page {
  if (!mayContinue) {
    return page(
      'This sign-in cannot start here',
      html`<p>Only the window where it was started can open it. If somebody sent you this link, close this window.</p>`,
    )
  }
  return page(
    `Connect your ${exchangeName} account?`,
    html`<p>This sign-in was started in another window, or on another device.</p>
<dl><dt>App</dt><dd><bdi>${appName}</bdi></dd><dt>User of the app</dt><dd><bdi>${userId}</bdi></dd>
<dt>Exchange</dt><dd><bdi>${exchangeName}</bdi></dd></dl>
<p><strong>Continue only if you started it yourself.</strong> If somebody sent you this link, close this window: that person could
move your funds.</p>
<p>After you sign in, enter the number that is shown where you started.</p>
<form method="post"><button>Continue</button></form>`,
  )
}

/** Continues to the exchange. Not by a redirect: the policy's form-action would have to list every URL on the way. */
export function leavePage(url: string, exchangeName: string): Page {
  return page(
    `Continue to ${exchangeName}`,
    html`<p><a href="${url}">Continue to ${exchangeName}</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${url}">`,
  )
}

export function numberPage(state: string, { appName, exchangeName }: RedirectNames, isRetry: boolean): Page {
  const action = `confirm?${new URLSearchParams({ state })}`
  return page(
    'Enter the number',
    html`<p>You signed in to ${exchangeName}. To connect the account to <bdi>${appName}</bdi>, enter the number that is shown in the
window where you started.</p>
${isRetry ? html`<p role="alert"><strong>That is not the number. Check it and try again.</strong></p>` : ''}
<form method="post" action="${action}"><p><label for="number">Number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" pattern="\\s*[0-9]{3}\\s*" required autofocus></p>
<button>Connect</button></form>
<form method="post" action="${action}"><button class="quiet" name="answer" value="decline">I did not start this</button></form>`,
  )
}

/** The same for every user. The window that started the sign-in reads the result from the connection. */
export function endPage(isConnected: boolean): Page {
  const sentence = isConnected ? 'The account is connected.' : 'The account was not connected.'
  return page(sentence, html`<p>You can close this window.</p><script>${raw(closing)}</script>`)
}

function page(title: string, content: Html, head: Html | '' = ''): Page {
  const whole = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">${head}<title>${title}</title><style>${raw(style)}</style>
<main><h1>${title}</h1>${content}</main></html>`
  return {
    html: whole.toString(),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      // Without a referrer, the browser would send the form without an Origin header.
      'Referrer-Policy': 'same-origin',
    },
  }
}
