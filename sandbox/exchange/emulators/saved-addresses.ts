// The address books of the logins at the emulators: a name, an asset (or all), a network, an address.

import { randomUUID } from 'node:crypto'
import { findAsset } from '../assets.ts'
import type { ExchangeDatabase } from '../database.ts'
import { badRequest, ExchangeError } from '../exchange-error.ts'
import { findLogin } from '../logins.ts'
import { optionalText, text } from '../read-order.ts'

export interface SavedAddress {
  id: string
  login: string
  label: string
  /** '' for all assets of the network. */
  asset: string
  network: string
  address: string
  tag: string
  /** Whether the user has confirmed the address. Withdrawals to an unverified address are refused. */
  verified: boolean
}

/** The recipient of a withdrawal. */
export type Recipient = Pick<SavedAddress, 'network' | 'address' | 'tag'>

export interface SavedAddresses {
  of(login: string): SavedAddress[]
  all(): SavedAddress[]
  /** Throws bad_request. An address with the same name is replaced. */
  save(body: Record<string, unknown>): SavedAddress
  /** Lists an address that was refused, so that the user can verify it with one click. */
  suggest(address: Pick<SavedAddress, 'login' | 'network' | 'address' | 'tag'>): void
  verify(id: string, verified: boolean): SavedAddress
  remove(id: string): void
}

type Row = Omit<SavedAddress, 'verified'> & { verified: number }

export function createSavedAddresses(database: ExchangeDatabase, now: () => number): SavedAddresses {
  const insert = database.prepare(
    `insert into saved_address
     values (@id, @login, @label, @asset, @network, @address, @tag, @verified, @createdAt)
     on conflict (login, label) do update set asset = excluded.asset, network = excluded.network,
       address = excluded.address, tag = excluded.tag, verified = excluded.verified`,
  )
  const find = database.prepare<[string], Row>('select * from saved_address where id = ?')
  const ofLogin = database.prepare<[string], Row>('select * from saved_address where login = ? order by rowid')
  const byLabel = database.prepare<[string, string], Row>('select * from saved_address where login = ? and label = ?')
  const existing = (id: string) => {
    const row = find.get(id)
    if (row === undefined) throw new ExchangeError(404, 'not_found', 'There is no such address.')
    return toAddress(row)
  }
  const write = (address: SavedAddress) => {
    insert.run({ ...address, verified: address.verified ? 1 : 0, createdAt: now() })
    return toAddress(byLabel.get(address.login, address.label) as Row)
  }
  return {
    of: (login) => ofLogin.all(login).map(toAddress),
    all: () => database.prepare<[], Row>('select * from saved_address order by rowid').all().map(toAddress),
    save: (body) => write(readAddress(body)),
    suggest: ({ login, network, address, tag }) => {
      const isListed = ofLogin.all(login).some((row) => isSameRecipient(toAddress(row), { network, address, tag }))
      if (isListed) return
      const label = `requested ${randomUUID().slice(0, 8)}`
      write({ id: randomUUID(), login, label, asset: '', network, address, tag, verified: false })
    },
    verify: (id, verified) => write({ ...existing(id), verified }),
    remove: (id) => void database.prepare('delete from saved_address where id = ?').run(existing(id).id),
  }
}

/** Whether both are the same destination. Hex addresses are compared case-insensitively. */
export function isSameRecipient(saved: SavedAddress, { network, address, tag }: Recipient): boolean {
  const isCaseless = /^0x[0-9a-f]{40}$/i.test(address)
  const equal = isCaseless ? saved.address.toLowerCase() === address.toLowerCase() : saved.address === address
  return equal && saved.network === network && saved.tag === tag
}

function toAddress(row: Row): SavedAddress {
  const { id, login, label, asset, network, address, tag } = row
  return { id, login, label, asset, network, address, tag, verified: row.verified === 1 }
}

function readAddress(body: Record<string, unknown>): SavedAddress {
  const login = text(body, 'login')
  const asset = optionalText(body, 'asset') ?? ''
  if (findLogin(login) === undefined) throw badRequest('There is no such login.')
  if (asset !== '' && findAsset(asset) === undefined) throw badRequest('There is no such asset.')
  return {
    id: randomUUID(),
    login,
    asset,
    label: text(body, 'label'),
    network: text(body, 'network'),
    address: text(body, 'address'),
    tag: optionalText(body, 'tag') ?? '',
    verified: body.verified !== false,
  }
}
