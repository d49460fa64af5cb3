// The API keys of the logins. Every login has one per emulator from the beginning, always the same, so that a README and a
// test can name them; more are made on the page.

import { createHash, randomBytes } from 'node:crypto'
import type { ExchangeDatabase } from '../database.ts'
import { badRequest, ExchangeError } from '../exchange-error.ts'
import { findLogin, type Login, logins } from '../logins.ts'
import type { EmulatorName } from './emulator.ts'

export const permissions = ['read', 'trade', 'withdraw'] as const
export type Permission = (typeof permissions)[number]
export type KeyedEmulator = Exclude<EmulatorName, 'coinbase'>

export interface ApiKey {
  key: string
  emulator: KeyedEmulator
  login: Login
  accountId: string
  secret: string
  permissions: Permission[]
  /** The addresses it may be used from; everywhere when there is none. */
  addresses: string[]
  /** The one-time code or the 2FA password that every signed call has to carry; '' for none. */
  code: string
  createdAt: number
}

export interface ApiKeys {
  find(emulator: KeyedEmulator, key: string): ApiKey | undefined
  all(): ApiKey[]
  make(emulator: string, login: string, accountId: string | null): ApiKey
  /** Takes any of permissions, addresses, code. Throws not_found, bad_request. */
  change(key: string, body: Record<string, unknown>): ApiKey
  remove(key: string): void
  /** False for a nonce that is not above the highest one, less the window. */
  spendNonce(key: string, nonce: bigint, window?: bigint): boolean
}

interface Row {
  key: string
  emulator: KeyedEmulator
  login: string
  account_id: string
  secret: string
  permissions: string
  addresses: string
  code: string
  created_at: number
}

const keyedEmulators: readonly string[] = ['kraken', 'binance'] satisfies KeyedEmulator[]

export function createApiKeys(database: ExchangeDatabase, now: () => number, seededCode: string): ApiKeys {
  const insert = database.prepare(
    `insert or ignore into api_key
     values (@key, @emulator, @login, @account_id, @secret, @permissions, @addresses, @code, '0', @created_at)`,
  )
  const find = database.prepare<[string], Row>('select * from api_key where key = ?')
  const spend = database.prepare('update api_key set last_nonce = ? where key = ?')
  const readNonce = database.prepare<[string], { last_nonce: string }>('select last_nonce from api_key where key = ?')
  database.transaction(() => {
    for (const login of logins) {
      for (const emulator of keyedEmulators)
        insert.run({ ...seededRow(emulator, login, seededCode), created_at: now() })
    }
  })()

  const existing = (key: string): Row => {
    const row = find.get(key)
    if (row === undefined) throw new ExchangeError(404, 'not_found', 'There is no such key.')
    return row
  }
  return {
    find: (emulator, key) => {
      const row = find.get(key)
      return row?.emulator === emulator ? toKey(row) : undefined
    },
    all: () => database.prepare<[], Row>('select * from api_key order by rowid').all().map(toKey),
    make: (emulator, name, accountId) => {
      const login = findLogin(name)
      if (!keyedEmulators.includes(emulator))
        throw badRequest(`The emulators with keys are: ${keyedEmulators.join(', ')}.`)
      if (login === undefined) throw badRequest('There is no such login.')
      const account = login.accounts.find(({ id }) => id === (accountId ?? login.accounts[0]?.id))
      if (account === undefined) throw badRequest('This login has no such account.')
      const made = { ...seededRow(emulator, login, ''), ...keyPair(emulator, randomBytes(32).toString('hex')) }
      insert.run({ ...made, account_id: account.id, created_at: now() })
      return toKey(existing(made.key))
    },
    change: (key, body) => {
      const row = existing(key)
      const changed = { key, ...readChange(row, body) }
      database
        .prepare('update api_key set permissions = @permissions, addresses = @addresses, code = @code where key = @key')
        .run(changed)
      return toKey(existing(key))
    },
    remove: (key) => void database.prepare('delete from api_key where key = ?').run(existing(key).key),
    spendNonce: database.transaction((key: string, nonce: bigint, window = 0n) => {
      const highest = BigInt(readNonce.get(key)?.last_nonce ?? '0')
      if (nonce <= highest - window) return false
      if (nonce > highest) spend.run(nonce.toString(), key)
      return true
    }),
  }
}

function seededRow(emulator: string, login: Login, seededCode: string): Omit<Row, 'created_at' | 'emulator'> {
  const withdraws = login.withdrawalsLocked !== true
  return {
    ...keyPair(emulator, `seeded ${login.name}`),
    login: login.name,
    account_id: login.accounts[0]?.id ?? '',
    permissions: withdraws ? 'read withdraw' : 'read',
    addresses: '',
    code: emulator === 'kraken' && login.codeAtWithdrawal === true ? seededCode : '',
  }
}

// Of the length and the letters that the real ones have: clients check that.
function keyPair(emulator: string, seed: string): { emulator: string; key: string; secret: string } {
  const bytes = (what: string) => createHash('sha512').update(`sandbox exchange ${emulator} ${what} ${seed}`).digest()
  if (emulator === 'kraken') {
    const key = bytes('key').subarray(0, 42).toString('base64')
    return { emulator, key, secret: bytes('secret').toString('base64') }
  }
  const letters = (what: string) => bytes(what).toString('base64').replaceAll(/[+/=]/g, 'x').slice(0, 64)
  return { emulator, key: letters('key'), secret: letters('secret') }
}

function toKey(row: Row): ApiKey {
  const { key, emulator, secret, code } = row
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  return {
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
  const list = (name: 'permissions' | 'addresses', known: (word: string) => boolean) => {
    const value = body[name]
    if (value === undefined) return row[name]
    const isList = Array.isArray(value) && value.every((word) => typeof word === 'string' && known(word))
    if (!isList) throw badRequest(`${name} is not right.`)
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
