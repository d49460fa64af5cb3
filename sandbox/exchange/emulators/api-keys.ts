// The API keys of the logins. Every login has one seeded key per emulator, the same in every installation, so that documentation
// and tests can name them. More keys are created on the page.

import { createHash, randomBytes } from 'node:crypto'
import type { ExchangeDatabase } from '../database.ts'
import { badRequest, ExchangeError } from '../exchange-error.ts'
import { findLogin, type Login, logins } from '../logins.ts'

export const permissions = ['read', 'trade', 'withdraw'] as const
export type Permission = (typeof permissions)[number]

interface KeyPair {
  key: string
  secret: string
}

/** An emulator whose users sign in by an API key. */
export interface KeyedEmulator {
  name: string
  title: string
  keys: {
    /** A pair with the length and alphabet of real ones: clients check both. `bytes` returns 64 bytes, the same for the same word. */
    pair(bytes: (word: string) => Buffer): KeyPair
    hasPassphrase?: boolean
    /** The sites, if an account exists at one of several sites only. The first is the default. */
    sites?: readonly string[]
    /** A seeded key requires a one-time code if its login requires one for every withdrawal. */
    hasCodes?: boolean
  }
}

/** Settings that keys have at some exchanges only. */
interface KeySettings {
  passphrase: string
  /** The site of the exchange that knows this key; '' is the default site. */
  site: string
  isSubAccount: boolean
  /** The key's version, if every request has to state it. */
  version: string
  /** The kind of the key's account, if the exchange has two. */
  isUnified: boolean
}

export interface ApiKey extends KeySettings {
  key: string
  emulator: string
  login: Login
  accountId: string
  secret: string
  permissions: Permission[]
  /** The IP addresses that may use the key. Empty allows all. */
  addresses: string[]
  /** The one-time code or 2FA password that every signed call must carry. '' requires none. */
  code: string
  createdAt: number
}

/** The keys of one emulator. */
export interface EmulatorKeys {
  /** Finds a key by its public part. */
  find(key: string): ApiKey | undefined
  /** False if the nonce is not above the highest one minus the window. */
  spendNonce(key: string, nonce: bigint, window?: bigint): boolean
}

export interface ApiKeys {
  /** A key of another site is unknown. */
  at(emulator: string, site: string): EmulatorKeys
  all(): ApiKey[]
  make(emulator: string, login: string, accountId: string | null): ApiKey
  /** Accepts permissions, addresses, code and the settings, each optional. Throws not_found, bad_request. */
  change(key: string, body: Record<string, unknown>): ApiKey
  remove(key: string): void
}

interface Row {
  key: string
  emulator: string
  login: string
  account_id: string
  secret: string
  permissions: string
  addresses: string
  code: string
  created_at: number
  /** JSON. */
  settings: string
}

interface ApiKeyDeps {
  database: ExchangeDatabase
  now: () => number
  emulators: KeyedEmulator[]
  seededCode: string
}

export function createApiKeys({ database, now, emulators, seededCode }: ApiKeyDeps): ApiKeys {
  const insert = database.prepare(
    `insert or ignore into api_key
     values (@key, @emulator, @login, @account_id, @secret, @permissions, @addresses, @code, '0', @created_at, @settings)`,
  )
  const find = database.prepare<[string], Row>('select * from api_key where key = ?')
  const spend = database.prepare('update api_key set last_nonce = ? where key = ?')
  const readNonce = database.prepare<[string], { last_nonce: string }>('select last_nonce from api_key where key = ?')
  database.transaction(() => {
    for (const login of logins) {
      for (const emulator of emulators) insert.run({ ...seededRow(emulator, login, seededCode), created_at: now() })
    }
  })()

  const existing = (key: string): Row => {
    const row = find.get(key)
    if (row === undefined) throw new ExchangeError(404, 'not_found', 'There is no such key.')
    return row
  }
  const spendNonce = database.transaction((key: string, nonce: bigint, window = 0n) => {
    const highest = BigInt(readNonce.get(key)?.last_nonce ?? '0')
    if (nonce <= highest - window) return false
    if (nonce > highest) spend.run(nonce.toString(), key)
    return true
  })
  return {
    at: (emulator, site) => ({
      find: (name) => {
        const row = find.get(name)
        const key = row?.emulator === emulator ? toKey(row) : undefined
        return key?.site === site ? key : undefined
      },
      spendNonce,
    }),
    all: () => database.prepare<[], Row>('select * from api_key order by rowid').all().map(toKey),
    make: (emulatorName, name, accountId) => {
      const login = findLogin(name)
      const emulator = emulators.find((each) => each.name === emulatorName)
      if (emulator === undefined)
        throw badRequest(`The emulators with keys are: ${emulators.map((each) => each.name).join(', ')}.`)
      if (login === undefined) throw badRequest('There is no such login.')
      const account = login.accounts.find(({ id }) => id === (accountId ?? login.accounts[0]?.id))
      if (account === undefined) throw badRequest('This login has no such account.')
      const made = {
        ...seededRow(emulator, login, ''),
        ...emulator.keys.pair(bytesOf(emulator, randomBytes(32).toString('hex'))),
      }
      insert.run({ ...made, account_id: account.id, created_at: now() })
      return toKey(existing(made.key))
    },
    change: (key, body) => {
      const row = existing(key)
      const sites = emulators.find(({ name }) => name === row.emulator)?.keys.sites ?? []
      const changed = { key, ...readChange(row, body), settings: JSON.stringify(readSettings(row, body, sites)) }
      database
        .prepare(
          `update api_key set permissions = @permissions, addresses = @addresses, code = @code, settings = @settings
           where key = @key`,
        )
        .run(changed)
      return toKey(existing(key))
    },
    remove: (key) => void database.prepare('delete from api_key where key = ?').run(existing(key).key),
  }
}

function seededRow(emulator: KeyedEmulator, login: Login, seededCode: string): Omit<Row, 'created_at'> {
  const withdraws = login.withdrawalsLocked !== true
  const bytes = bytesOf(emulator, `seeded ${login.name}`)
  const passphrase = emulator.keys.hasPassphrase === true ? bytes('passphrase').toString('hex').slice(0, 12) : ''
  return {
    ...emulator.keys.pair(bytes),
    emulator: emulator.name,
    login: login.name,
    account_id: login.accounts[0]?.id ?? '',
    permissions: withdraws ? 'read withdraw' : 'read',
    addresses: '',
    code: emulator.keys.hasCodes === true && login.codeAtWithdrawal === true ? seededCode : '',
    settings: JSON.stringify({ ...plainSettings, passphrase }),
  }
}

const plainSettings: KeySettings = { passphrase: '', site: '', isSubAccount: false, version: '3', isUnified: false }

function bytesOf({ name }: KeyedEmulator, seed: string): (word: string) => Buffer {
  return (word) => createHash('sha512').update(`sandbox exchange ${name} ${word} ${seed}`).digest()
}

function toKey(row: Row): ApiKey {
  const { key, emulator, secret, code } = row
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  return {
    ...plainSettings,
    ...(JSON.parse(row.settings) as Partial<KeySettings>),
    key,
    emulator,
    secret,
    code,
    login: findLogin(row.login) as Login,
    accountId: row.account_id,
    permissions: words(row.permissions) as Permission[],
    addresses: words(row.addresses),
    createdAt: row.created_at,
  }
}

function readChange(row: Row, body: Record<string, unknown>): Pick<Row, 'permissions' | 'addresses' | 'code'> {
  const list = (name: 'permissions' | 'addresses', isAllowed: (word: string) => boolean) => {
    const value = body[name]
    if (value === undefined) return row[name]
    const isList = Array.isArray(value) && value.every((word) => typeof word === 'string' && isAllowed(word))
    if (!isList) throw badRequest(`${name} is not valid.`)
    return value.join(' ')
  }
  const { code } = body
  if (code !== undefined && typeof code !== 'string') throw badRequest('code must be a text.')
  return {
    permissions: list('permissions', (word) => (permissions as readonly string[]).includes(word)),
    addresses: list('addresses', (word) => /^[0-9a-fA-F.:]+$/.test(word)),
    code: code ?? row.code,
  }
}

function readSettings(row: Row, body: Record<string, unknown>, sites: readonly string[]): KeySettings {
  const { site, ...settings } = toKey(row)
  const requested = body.site ?? site
  const [defaultSite = ''] = sites
  if (requested !== '' && !sites.some((each) => each === requested)) throw badRequest('There is no such site.')
  const flag = (name: 'isSubAccount' | 'isUnified') => {
    const value = body[name] ?? settings[name]
    if (typeof value !== 'boolean') throw badRequest(`${name} must be true or false.`)
    return value
  }
  const word = (name: 'passphrase' | 'version') => {
    const value = body[name] ?? settings[name]
    if (typeof value !== 'string') throw badRequest(`${name} must be a text.`)
    return value
  }
  return {
    site: requested === defaultSite ? '' : String(requested),
    passphrase: word('passphrase'),
    version: word('version'),
    isSubAccount: flag('isSubAccount'),
    isUnified: flag('isUnified'),
  }
}
