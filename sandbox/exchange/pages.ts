// The exchange's pages: logins, outbox and console.

import { sumsOnTheWire } from './console-routes.ts'
import { type ActiveFaults, type Fault, type FaultName, faultRules } from './faults.ts'
import { type Html, html } from './html.ts'
import type { AssetSums } from './ledger.ts'
import { logins, password } from './logins.ts'
import type { OutboxMessage } from './outbox.ts'
import { layout, pageScript, table } from './page-layout.ts'
import { type WithdrawalRow, withdrawalOnTheWire } from './withdrawals.ts'

const magicAmounts = [
  ['.01', 'is rejected'],
  ['.02', 'requires a code'],
  ['.03', 'stays pending until the console releases it'],
  ['.04', 'has a quote that expires after 5 seconds'],
  ['.05', 'is pending, then fails; the amount is returned'],
  ['.06', 'costs twice the network fee in the next quote'],
  ['.07', 'is carried out, but the response is lost'],
]

export function homePage(): Html {
  return layout(
    'Sandbox Exchange',
    html`<p class="lead">A sandbox exchange with a real ledger. Withdrawals on Ethereum and Base are transactions on local chains. Withdrawals on other networks are simulated. Nothing here has any value.</p>
      <h2>Logins</h2>
      <p>The password is <code>${password}</code>. The correct code is <code>123456</code>, <code>111111</code> has expired, and any other code is wrong.</p>
      ${table(
        ['User name', 'What happens'],
        logins.map(({ name, about }) => [html`<code>${name}</code>`, html`${about}`]),
      )}
      <h2>Magic amounts</h2>
      <p>Amounts with exactly these two decimals, after trailing zeros are removed:</p>
      ${table(
        ['Decimals', 'The withdrawal'],
        magicAmounts.map(([end = '', what = '']) => [html`<code>${end}</code>`, html`${what}`]),
      )}`,
  )
}

const kindNames: Record<string, string> = { sms: 'SMS', email: 'E-mail', push: 'Push message' }

export function outboxPage(messages: OutboxMessage[]): Html {
  const rows = messages.map(({ at, kind, recipient, text, code, link }) => [
    html`<time>${at}</time>`,
    html`${kindNames[kind] ?? kind}`,
    html`${recipient}`,
    link === '' ? html`${text}` : html`${text.slice(0, -link.length)} <a href="${link}">${link}</a>`,
    html`<code>${code}</code>`,
  ])
  return layout(
    'Outbox',
    html`<p class="lead">The SMS, e-mails and push messages of this exchange, newest first.</p>
      ${rows.length === 0 ? html`<p class="empty">No messages yet.</p>` : table(['Time', 'Kind', 'To', 'Text', 'Code'], rows)}`,
  )
}

interface ConsoleView {
  faults: ActiveFaults<FaultName>
  sums: AssetSums[]
  problems: string[]
  withdrawals: WithdrawalRow[]
  restrictions: LoginRestriction[]
}

/** A restriction of a login, which its user or this console can lift. */
export interface LoginRestriction {
  name: string
  about: string
  state: string
  /** The action that lifts it. */
  action: { name: string; label: string } | null
}

export function consolePage({ faults, sums, problems, withdrawals, restrictions }: ConsoleView): Html {
  return layout(
    'Console',
    html`<p class="lead">Switch faults on, release held withdrawals, and check the ledger.</p>
      <h2>Faults</h2>
      ${table(
        ['Fault', 'State', ''],
        Object.keys(faultRules).map((name) => faultRow(name, faults[name as FaultName])),
      )}
      <h2>Logins</h2>
      ${table(['Login', 'What happens', ''], restrictions.map(restrictionRow))}
      <h2>Ledger</h2>
      ${
        problems.length === 0
          ? html`<p class="good">available + held + withdrawn + fees = deposited, for every asset.</p>`
          : html`<ul class="bad">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`
      }
      ${table(
        ['Asset', 'Deposited', 'Available', 'Held', 'Withdrawn', 'Fees'],
        sums.map((row) => Object.values(sumsOnTheWire(row)).map((value) => html`${value}`)),
      )}
      <h2>Withdrawals</h2>
      ${
        withdrawals.length === 0
          ? html`<p class="empty">No withdrawals yet.</p>`
          : table(['Time', 'Account', 'Amount', 'To', 'Status', 'Transaction', ''], withdrawals.map(withdrawalRow))
      }
      ${pageScript}`,
  )
}

function restrictionRow({ name, about, state, action }: LoginRestriction): Html[] {
  const button = (word: string, label: string) =>
    html`<button type="button" data-login="${name}" data-action="${word}" aria-label="${name}: ${label}">${label}</button> `
  return [
    html`<code>${name}</code>`,
    html`${about}: <strong>${state}</strong>`,
    html`${action === null ? '' : button(action.name, action.label)}${button('reset', 'Reset')}`,
  ]
}

function faultRow(name: string, fault: Fault | undefined): Html[] {
  const buttons: [string, string][] = [
    ['all', 'All calls'],
    ['withdraw', 'Withdrawals'],
    ['list', 'Look-ups'],
    ['off', 'Off'],
  ]
  return [
    html`<code>${name}</code>`,
    fault === undefined
      ? html`off`
      : html`<strong>on</strong>: ${fault.scope}${fault.times === null ? '' : `, ${fault.times} more`}`,
    html`${buttons.map(
      ([scope, label]) =>
        html`<button type="button" data-fault="${name}" data-scope="${scope}" aria-label="${name}: ${label}">${label}</button> `,
    )}`,
  ]
}

function withdrawalRow(row: WithdrawalRow): Html[] {
  const wire = withdrawalOnTheWire(row)
  const isHeld = row.status === 'pending' && row.review === 'hold'
  return [
    html`<time>${String(wire.createdAt)}</time>`,
    html`${row.account_id}`,
    html`${String(wire.amount)} ${row.asset} (${row.network})`,
    html`<code>${row.address}</code>`,
    html`${isHeld ? 'held' : row.status}${row.reason === null ? '' : `: ${row.reason}`}`,
    html`<code>${String(wire.hash)}</code>`,
    isHeld ? html`<button type="button" data-release="${row.id}">Release</button>` : html``,
  ]
}
