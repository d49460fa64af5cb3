// The sign-in pages: password, code, approval, consent. They work without a script.

import { codeMethods } from '../../codes.ts'
import { type Html, html } from '../../html.ts'
import type { RouteResponse } from '../../http.ts'
import { plainLayout } from '../../page-layout.ts'
import type { Attempt } from './oauth-attempts.ts'
import { scopes } from './scopes.ts'

const base = '/emulators/coinbase/oauth2'
const methodNames: Record<string, string> = { totp: 'authenticator', sms: 'SMS', email: 'e-mail' }

/** `redirectUri` is the only other address that the page's policy lets the form navigate to. */
export function page(
  title: string,
  content: Html,
  { redirectUri = '', status = 200 }: { redirectUri?: string; status?: number } = {},
): RouteResponse {
  const target = URL.parse(redirectUri)?.origin ?? ''
  return {
    status,
    type: 'text/html; charset=utf-8',
    text: `<!doctype html>\n${plainLayout(title, content).text}`,
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self' ${target}; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
    },
  }
}

function form(action: string, { id }: Attempt, fields: Html): Html {
  return html`<form method="post" action="${base}/${action}"><input type="hidden" name="attempt" value="${id}">${fields}</form>`
}

function problem(sentence: string): Html {
  return html`<p class="bad" role="alert">${sentence}</p>`
}

export function refusedPage(sentence: string): RouteResponse {
  return page('Sign in', html`${problem(sentence)}<p>Go back to the application and start again.</p>`, {
    redirectUri: '',
    status: 400,
  })
}

export function passwordPage(attempt: Attempt, appName: string, sentence = ''): RouteResponse {
  const fields = html`<p><label>User name <input name="username" autocomplete="username" required autofocus></label></p>
      <p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
      <p><button>Sign in</button></p>`
  return page(
    'Sign in',
    html`<p class="lead">${appName} requests access to your account. This page is part of the sandbox’s Coinbase emulator. Use a sandbox login. Logins of the real Coinbase do not work.</p>
      ${problem(sentence)}${form('sign-in', attempt, fields)}`,
    { redirectUri: attempt.requested.redirectUri },
  )
}

export function codePage(attempt: Attempt, sentence = ''): RouteResponse {
  const sentTo = codeMethods.find(({ kind }) => kind === attempt.method)?.to ?? ''
  const where = sentTo === '' ? 'Enter the code of your authenticator.' : `Enter the code that was sent to ${sentTo}.`
  const others = codeMethods.map(
    ({ kind }) => html`<button name="method" value="${kind}">By ${methodNames[kind] ?? kind}</button> `,
  )
  return page(
    'Enter the code',
    html`<p class="lead">${where}</p>${problem(sentence)}
      ${form(
        'code',
        attempt,
        html`<p><label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus></label></p>
        <p><button>Continue</button></p>`,
      )}
      ${form('method', attempt, html`<p>${others}</p>`)}`,
    { redirectUri: attempt.requested.redirectUri },
  )
}

export function approvalPage(attempt: Attempt, where: string, sentence = ''): RouteResponse {
  return page(
    'Approve the sign-in',
    html`<p class="lead">${where}</p>${problem(sentence)}${form('approval', attempt, html`<button>I have approved it</button>`)}`,
    { redirectUri: attempt.requested.redirectUri },
  )
}

export function consentPage(attempt: Attempt, appName: string): RouteResponse {
  const { scopes: requestedScopes, sendLimit } = attempt.requested
  const sends = requestedScopes.includes('wallet:transactions:send')
  const limit = `It may send up to ${sendLimit.amount} ${sendLimit.currency} a ${sendLimit.period} without a code.`
  const fields = html`<p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p>`
  return page(
    'Allow access',
    html`<p class="lead">${appName} requests access to the account of <code>${attempt.login}</code>:</p>
      <ul>${requestedScopes.map((scope) => html`<li>${scopes[scope] ?? scope}</li>`)}</ul>
      ${sends ? html`<p>${limit}</p>` : ''}${form('consent', attempt, fields)}`,
    { redirectUri: attempt.requested.redirectUri },
  )
}
