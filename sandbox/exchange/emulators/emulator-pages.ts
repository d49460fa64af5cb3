// The pages of the emulators: API keys, the address book, and the faults and requests of each emulator.

import { faultTable } from '../fault-table.ts'
import { type Html, html } from '../html.ts'
import { logins } from '../logins.ts'
import { layout, state, table, timeOf } from '../page-layout.ts'
import { type ApiKey, type KeyedEmulator, permissions } from './api-keys.ts'
import type { OauthApp } from './coinbase/oauth-apps.ts'
import type { EmulatorDefinition } from './emulator-context.ts'
import { type EmulatorFaults, faultRules } from './faults.ts'
import type { RecordedRequest } from './request-record.ts'
import type { SavedAddress } from './saved-addresses.ts'

const script = html`<p id="problem" class="bad" role="alert"></p>
      <script type="module" src="/page-calls.js"></script>`

function button(
  label: string,
  { call, body, about = '', isPressed }: { call: string; body: object; about?: string; isPressed?: boolean },
): Html {
  const pressed = isPressed === undefined ? '' : html` aria-pressed="${String(isPressed)}"`
  return html`<button type="button" data-call="${call}" data-body="${JSON.stringify(body)}" aria-label="${`${about} ${label}`.trim()}"${pressed}>${label}</button>`
}

function choice(name: string, label: string, values: (string | { name: string; title: string })[]): Html {
  const options = values.map((value) =>
    typeof value === 'string'
      ? html`<option>${value}</option>`
      : html`<option value="${value.name}">${value.title}</option>`,
  )
  return html`<label>${label} <select name="${name}">${options}</select></label> `
}

function field(name: string, label: string, isRequired: boolean): Html {
  return html`<label>${label} <input name="${name}"${isRequired ? html` required` : ''}></label> `
}

const loginNames = logins.map(({ name }) => name)

export function apiKeysPage(keys: ApiKey[], emulators: KeyedEmulator[]): Html {
  const rows = keys.map((apiKey) => {
    const { key, emulator, login, secret, passphrase, addresses, code } = apiKey
    const keyed = emulators.find(({ name }) => name === emulator)
    const title = keyed?.title ?? emulator
    const [defaultSite = '', ...otherSites] = keyed?.keys.sites ?? []
    const sites = [defaultSite, ...otherSites].map((site) => {
      const isChosen = site === (apiKey.site === '' ? defaultSite : apiKey.site)
      return button(site, {
        isPressed: isChosen,
        call: 'PATCH /console/api-keys',
        body: { key, site },
        about: `${login.name}, ${title}:`,
      })
    })
    const toggles = permissions.map((permission) => {
      const has = apiKey.permissions.includes(permission)
      const changed = permissions.filter((each) => apiKey.permissions.includes(each) !== (each === permission))
      return button(permission, {
        isPressed: has,
        call: 'PATCH /console/api-keys',
        body: { key, permissions: changed },
        about: `${login.name}, ${title}:`,
      })
    })
    const isBound = addresses.length > 0
    return [
      html`<code>${login.name}</code><p class="quiet">${title}</p>`,
      html`<dl><dt>Key</dt><dd><code>${key}</code></dd><dt>Secret</dt><dd><code>${secret}</code></dd>${passphrase === '' ? '' : html`<dt>Passphrase</dt><dd><code>${passphrase}</code></dd>`}${code === '' ? '' : html`<dt>One-time code</dt><dd><code>${code}</code></dd>`}</dl>`,
      html`<div class="choice">${toggles}</div>${otherSites.length === 0 ? '' : html`<p class="quiet">Site</p><div class="choice">${sites}</div>`}`,
      html`<p>${isBound ? addresses.join(', ') : 'Any address'}</p>${button(isBound ? 'Any' : 'Bind elsewhere', { call: 'PATCH /console/api-keys', body: { key, addresses: isBound ? [] : ['203.0.113.7'] }, about: `${login.name}, ${title}:` })}`,
      button('Delete', { call: 'DELETE /console/api-keys', body: { key }, about: `${login.name}, ${title}:` }),
    ]
  })
  return layout(
    'API keys',
    html`<p class="lead">The API keys of the emulators. Every login has one seeded key per exchange, the same in every installation. At an exchange with several sites, a key works at one site.</p>
      <p>Show: <a href="/api-keys">all</a>${emulators.map(({ name, title }) => html` · <a href="/api-keys?emulator=${name}">${title}</a>`)}</p>
      <form data-call="POST /console/api-keys">${choice('emulator', 'Emulator', emulators)}${choice('login', 'Login', loginNames)}<button>Create a key</button></form>
      ${table(['Login', 'Credentials', 'Permissions', 'Allowed addresses', ''], rows)}
      ${script}`,
  )
}

/** All emulators share one address book per login. `exchange` is the exchange that sent the user to this page, or null. */
export function addressBookPage(addresses: SavedAddress[], exchange: string | null): Html {
  const rows = addresses.map(({ id, login, label, asset, network, address, tag, verified }) => [
    html`<code>${login}</code>`,
    html`${label}`,
    html`<code>${address}</code>${tag === '' ? '' : html` tag <code>${tag}</code>`}`,
    html`${asset === '' ? 'all' : asset} on ${network}`,
    verified ? state('Verified', 'done') : state('Not verified'),
    html`<div class="buttons">${button(verified ? 'Unverify' : 'Verify', { call: `PATCH /console/addresses/${id}`, body: { verified: !verified }, about: `${label}:` })}${button('Delete', { call: `DELETE /console/addresses/${id}`, body: {}, about: `${label}:` })}</div>`,
  ])
  return layout(
    exchange === null ? 'Address book' : `Address book of ${exchange}`,
    html`<p class="lead">Kraken withdraws to saved addresses only, for every login. The other exchanges require a saved address for user_whitelist. An address that an exchange refused is in this list. Verify it here. For Kraken and Gate, save the address with this form.</p>
      <form data-call="POST /console/addresses">${choice('login', 'Login', loginNames)}${field('label', 'Name', true)}${field('network', 'Network', true)}${field('address', 'Address', true)}${field('tag', 'Tag', false)}${field('asset', 'Asset (or all)', false)}<button>Save</button></form>
      ${rows.length === 0 ? html`<p class="empty">No saved addresses.</p>` : table(['Login', 'Name', 'Address', 'For', 'State', ''], rows)}
      ${script}`,
  )
}

export function emulatorsPage(base: string, definitions: EmulatorDefinition[], apps: OauthApp[]): Html {
  const rows = definitions.map(({ name, title }) => [
    html`<a href="/console/emulators/${name}">${title}</a>`,
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
    html`<p class="lead">This exchange also emulates the APIs of real exchanges, with the same ledger. A production client works with these base addresses.</p>
      ${table(['Emulator', 'Base address'], rows)}
      <h2>Applications of the Coinbase emulator</h2>
      ${table(['Name', 'Client id', 'Secret', 'Redirect URIs'], appRows)}`,
  )
}

interface EmulatorPage {
  name: string
  title: string
  faults: EmulatorFaults
  requests: RecordedRequest[]
}

export function emulatorPage({ name, title, faults, requests }: EmulatorPage): Html {
  const requestRows = requests.map(({ at, login, method, path, query, body, answer }) => [
    timeOf(at),
    html`<code>${login}</code>`,
    html`<code>${method} ${path}${query === '' ? '' : `?${query}`}</code>`,
    html`<code>${body}</code>`,
    html`${answer}`,
  ])
  return layout(
    title,
    html`<p class="lead">Faults and latest requests of the ${title} emulator.</p>
      <h2>Faults</h2>
      ${faultTable(faultRules, faults, name)}
      <h2>Requests</h2>
      ${requestRows.length === 0 ? html`<p class="empty">No requests yet.</p>` : table(['Time', 'Login', 'Call', 'Body', 'Response'], requestRows)}
      ${script}`,
  )
}
