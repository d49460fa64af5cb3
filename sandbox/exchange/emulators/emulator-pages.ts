// The pages of the emulators: API keys, the address book, and per emulator its faults and what was asked of it.

import { type Html, html } from '../html.ts'
import { logins } from '../logins.ts'
import { layout, table } from '../page-layout.ts'
import { type ApiKey, permissions } from './api-keys.ts'
import type { OauthApp } from './coinbase/oauth-apps.ts'
import type { EmulatorName } from './emulator.ts'
import { type EmulatorFaults, faultRules } from './faults.ts'
import type { RecordedRequest } from './request-record.ts'
import type { SavedAddress } from './saved-addresses.ts'

const script = html`<p id="problem" class="bad" role="alert"></p>
      <script type="module" src="/page-calls.js"></script>`
const names: Record<EmulatorName, string> = { coinbase: 'Coinbase', kraken: 'Kraken', binance: 'Binance' }

function button(label: string, call: string, body: Record<string, unknown>, about = ''): Html {
  return html`<button type="button" data-call="${call}" data-body="${JSON.stringify(body)}" aria-label="${`${about} ${label}`.trim()}">${label}</button> `
}

function choice(name: string, label: string, values: string[]): Html {
  const options = values.map((value) => html`<option>${value}</option>`)
  return html`<label>${label} <select name="${name}">${options}</select></label> `
}

function field(name: string, label: string, isRequired: boolean): Html {
  return html`<label>${label} <input name="${name}"${isRequired ? html` required` : ''}></label> `
}

const loginNames = logins.map(({ name }) => name)

export function apiKeysPage(keys: ApiKey[]): Html {
  const rows = keys.map((apiKey) => {
    const { key, emulator, login, secret, addresses, code } = apiKey
    const toggles = permissions.map((permission) => {
      const has = apiKey.permissions.includes(permission)
      const changed = permissions.filter((each) => apiKey.permissions.includes(each) !== (each === permission))
      const label = `${has ? '✓ ' : ''}${permission}`
      return button(
        label,
        'PATCH /console/api-keys',
        { key, permissions: changed },
        `${login.name}, ${names[emulator]}:`,
      )
    })
    const isBound = addresses.length > 0
    return [
      html`<code>${login.name}</code>`,
      html`${names[emulator]}`,
      html`<code>${key}</code>`,
      html`<code>${secret}</code>`,
      html`${toggles}`,
      html`${isBound ? addresses.join(', ') : 'any address'} ${button(isBound ? 'Any' : 'Bind elsewhere', 'PATCH /console/api-keys', { key, addresses: isBound ? [] : ['203.0.113.7'] }, `${login.name}, ${names[emulator]}:`)}`,
      html`${code === '' ? 'none' : code}`,
      button('Delete', 'DELETE /console/api-keys', { key }, `${login.name}, ${names[emulator]}:`),
    ]
  })
  return layout(
    'API keys',
    html`<p class="lead">The keys of the Kraken and Binance emulators. Every login has one of each from the beginning.</p>
      <form data-call="POST /console/api-keys">${choice('emulator', 'Emulator', ['kraken', 'binance'])}${choice('login', 'Login', loginNames)}<button>Make a key</button></form>
      ${table(['Login', 'Emulator', 'Key', 'Secret', 'May', 'Usable from', 'One-time code', ''], rows)}
      ${script}`,
  )
}

export function addressBookPage(addresses: SavedAddress[]): Html {
  const rows = addresses.map(({ id, login, label, asset, network, address, tag, verified }) => [
    html`<code>${login}</code>`,
    html`${label}`,
    html`<code>${address}</code>${tag === '' ? '' : html` tag <code>${tag}</code>`}`,
    html`${asset === '' ? 'all' : asset} on ${network}`,
    html`${verified ? 'verified' : 'not verified'}`,
    html`${button(verified ? 'Take back' : 'Verify', `PATCH /console/addresses/${id}`, { verified: !verified }, `${label}:`)}${button('Delete', `DELETE /console/addresses/${id}`, {}, `${label}:`)}`,
  ])
  return layout(
    'Address book',
    html`<p class="lead">Kraken withdraws to saved addresses alone, by their name. Coinbase and Binance ask for them where the login saves its addresses; what they refused is listed here, to be verified.</p>
      <form data-call="POST /console/addresses">${choice('login', 'Login', loginNames)}${field('label', 'Name', true)}${field('network', 'Network', true)}${field('address', 'Address', true)}${field('tag', 'Tag', false)}${field('asset', 'Asset (or all)', false)}<button>Save</button></form>
      ${rows.length === 0 ? html`<p class="empty">No address was saved yet.</p>` : table(['Login', 'Name', 'Address', 'For', 'State', ''], rows)}
      ${script}`,
  )
}

export function emulatorsPage(base: string, apps: OauthApp[]): Html {
  const rows = (Object.keys(names) as EmulatorName[]).map((name) => [
    html`<a href="/console/emulators/${name}">${names[name]}</a>`,
    html`<code>${base}/emulators/${name}</code>`,
  ])
  const appRows = apps.map(({ name, clientId, secret, redirectUris }) => [
    html`${name}`,
    html`<code>${clientId}</code>`,
    html`<code>${secret}</code>`,
    html`<code>${redirectUris.join(' ')}</code>`,
  ])
  return layout(
    'Emulators',
    html`<p class="lead">This exchange also emulates the API of real ones, over the same ledger. A production client with another base address works unchanged.</p>
      ${table(['Emulator', 'Base address'], rows)}
      <h2>Applications of the Coinbase emulator</h2>
      ${table(['Name', 'Client id', 'Secret', 'Sends users back to'], appRows)}`,
  )
}

const scopes: [string, string][] = [
  ['all', 'All calls'],
  ['withdraw', 'Withdrawals'],
  ['list', 'Look-ups'],
  ['off', 'Off'],
]

export function emulatorPage(emulator: EmulatorName, faults: EmulatorFaults, requests: RecordedRequest[]): Html {
  const faultRows = Object.keys(faultRules).map((name) => {
    const fault = faults[name as keyof typeof faultRules]
    const times = fault?.times ?? null
    const state = `${fault?.scope}${times === null ? '' : `, ${times} more`}`
    return [
      html`<code>${name}</code>`,
      fault === undefined ? html`off` : html`<strong>on</strong>: ${state}`,
      html`${scopes.map(([scope, label]) => html`<button type="button" data-emulator="${emulator}" data-fault="${name}" data-scope="${scope}" aria-label="${name}: ${label}">${label}</button> `)}`,
    ]
  })
  const requestRows = requests.map(({ at, login, method, path, query, body, answer }) => [
    html`<time>${at}</time>`,
    html`${login}`,
    html`<code>${method} ${path}${query === '' ? '' : `?${query}`}</code>`,
    html`<code>${body}</code>`,
    html`${answer}`,
  ])
  return layout(
    names[emulator],
    html`<p class="lead">Faults of the ${names[emulator]} emulator, and what was asked of it last.</p>
      <h2>Faults</h2>
      ${table(['Fault', 'State', ''], faultRows)}
      <h2>Requests</h2>
      ${requestRows.length === 0 ? html`<p class="empty">Nobody has asked for anything yet.</p>` : table(['Time', 'Login', 'Call', 'Body', 'Answer'], requestRows)}
      ${script}`,
  )
}
