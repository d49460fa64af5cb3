// The pages where a user approves sign-ins, withdrawals and addresses, and finishes a verification.

import type { Approval } from './approvals.ts'
import { type Html, html } from './html.ts'
import { layout, pageScript, state, table } from './page-layout.ts'

export function confirmedPage({ login, about, answer }: Approval): Html {
  const word = answer === 'given' ? 'Confirmed.' : 'Already declined.'
  return layout('Confirm', html`<p class="lead">${word} ${login}: ${about}</p><p>You can close this page.</p>`)
}

export function nothingToConfirmPage(): Html {
  return layout('Confirm', html`<p class="lead">This link is no longer valid.</p>`)
}

export function devicePage(approvals: Approval[]): Html {
  const rows = approvals.map((approval) => [
    html`<code>${approval.login}</code>`,
    html`${approval.about}`,
    approval.answer === null
      ? html`<div class="buttons">${button(approval, 'given', 'Approve')}${button(approval, 'declined', 'Decline')}</div>`
      : approval.answer === 'given'
        ? state('Approved', 'done')
        : state('Declined'),
  ])
  return layout(
    'Device',
    html`<p class="lead">Requests that a user approves on a device, newest first.</p>
      ${rows.length === 0 ? html`<p class="empty">Nothing to approve.</p>` : table(['Login', 'What', ''], rows)}
      ${pageScript}`,
  )
}

export function addressesPage(approvals: Approval[]): Html {
  const rows = approvals.map((approval) => [
    html`<code>${approval.login}</code>`,
    html`<code>${approval.about}</code>`,
    approval.answer === 'given' ? state('Saved', 'done') : state('Not saved'),
    approval.answer === 'given' ? button(approval, 'declined', 'Remove') : button(approval, 'given', 'Save'),
  ])
  const heading = ['Login', 'Address', 'State', '']
  return layout(
    'Addresses',
    html`<p class="lead">The addresses of logins that withdraw to saved addresses only, at the Sandbox Exchange itself.</p>
      ${rows.length === 0 ? html`<p class="empty">No requested addresses.</p>` : table(heading, rows)}
      ${pageScript}`,
  )
}

export function verificationPage(logins: { name: string; isVerified: boolean }[]): Html {
  const rows = logins.map(({ name, isVerified }) => [
    html`<code>${name}</code>`,
    isVerified
      ? state('Verified', 'done')
      : html`<button type="button" data-login="${name}" data-action="verify">Finish the verification</button>`,
  ])
  return layout(
    'Verification',
    html`<p class="lead">Logins that must verify their identity.</p>
      ${table(['Login', 'State'], rows)}
      ${pageScript}`,
  )
}

function button({ id, login, about }: Approval, answer: string, label: string): Html {
  return html`<button type="button" data-approval="${id}" data-answer="${answer}" aria-label="${label}: ${login}, ${about}">${label}</button>`
}
