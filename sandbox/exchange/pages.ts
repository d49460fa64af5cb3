// The exchange's pages: logins, outbox and console.

import { sumsOnTheWire } from './console-routes.ts'
import { faultTable } from './fault-table.ts'
import { type ActiveFaults, type FaultName, faultRules } from './faults.ts'
import { type Html, html } from './html.ts'
import type { AssetSums } from './ledger.ts'
import { logins, password } from './logins.ts'
import type { OutboxMessage } from './outbox.ts'
import { layout, pageScript, state, table, timeOf } from './page-layout.ts'
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

const sections = [
  ['Outbox', '/outbox', 'The codes and confirmation links that were sent.'],
  ['Device', '/device', 'Sign-ins and withdrawals that a user approves on a device.'],
  ['Console', '/console', 'Switch faults on, release held withdrawals and check the ledger.'],
  ['Emulators', '/console/emulators', 'The APIs of eight real exchanges on the same ledger.'],
]

export function homePage(): Html {
  return layout(
    'Sandbox Exchange',
    html`<p class="lead">A sandbox exchange with a real ledger. Withdrawals on Ethereum and Base are transactions on local chains. Withdrawals on other networks are simulated. Nothing here has any value.</p>
      <ul class="cards">${sections.map(([name = '', path = '', about = '']) => html`<li><a href="${path}">${name}</a> ${about}</li>`)}</ul>
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
    timeOf(at),
    html`${kindNames[kind] ?? kind}`,
    html`${recipient}`,
    link === '' ? html`${text}` : html`${text.slice(0, -link.length)} <a href="${link}">${link}</a>`,
    code === '' ? html`` : html`<code>${code}</code>`,
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
      <p class="quiet">A fault applies to the calls of the sandbox exchange’s own API until it is switched off. The <a href="/console/emulators">emulators</a> have their own faults.</p>
      ${faultTable(faultRules, faults)}
      <h2>Logins</h2>
      <p class="quiet">Restrictions that the login’s user, or this console, can lift.</p>
      ${table(['Login', 'What happens', 'State', ''], restrictions.map(restrictionRow))}
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

function restrictionRow({ name, about, state: current, action }: LoginRestriction): Html[] {
  const button = (word: string, label: string) =>
    html`<button type="button" data-login="${name}" data-action="${word}" aria-label="${name}: ${label}">${label}</button>`
  return [
    html`<code>${name}</code>`,
    html`${about}`,
    state(current),
    html`<div class="buttons">${action === null ? '' : button(action.name, action.label)}${button('reset', 'Reset')}</div>`,
  ]
}

function withdrawalRow(row: WithdrawalRow): Html[] {
  const wire = withdrawalOnTheWire(row)
  const isHeld = row.status === 'pending' && row.review === 'hold'
  return [
    timeOf(String(wire.createdAt)),
    html`${row.account_id}`,
    html`${String(wire.amount)} ${row.asset}<p class="quiet">on ${row.network}</p>`,
    html`<code>${row.address}</code>`,
    html`${state(isHeld ? 'held' : row.status, isHeld ? 'on' : row.status === 'completed' ? 'done' : '')}${row.reason === null ? '' : html`<p>${row.reason}</p>`}`,
    wire.hash === '' ? html`` : html`<code>${String(wire.hash)}</code>`,
    isHeld ? html`<button type="button" data-release="${row.id}">Release</button>` : html``,
  ]
}
