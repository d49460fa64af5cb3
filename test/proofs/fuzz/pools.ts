// Valid tokens, sessions and ids, so that requests reach deep code. The responses of the run fill the pools, because requests spend
// their values. A pool is a ring of fixed size, so that draws by seed are repeatable.
import type { Random } from '../chaos/random.ts'

export type PoolName =
  | 'authToken'
  | 'expendableToken'
  | 'refreshToken'
  | 'authCode'
  | 'session'
  | 'account'
  | 'preview'
  | 'linkPreview'
  | 'transfer'
  | 'connection'
  | 'foreignToken'
  | 'foreignSession'

export const slots = 8

export interface Pools {
  pick(name: PoolName, random: Random): string
  /** Values that belong together, such as a session and its account, share a slot. */
  at(name: PoolName, slot: number): string
  put(name: PoolName, value: unknown, slot?: number): void
  /** Adds the tokens and ids of a response for later requests. */
  harvest(operationId: string, slot: number, body: unknown): void
}

export function newPools(): Pools {
  const rings = new Map<PoolName, { values: string[]; next: number }>()
  const put: Pools['put'] = (name, value, slot) => {
    if (typeof value !== 'string' || value === '') return
    const ring = rings.get(name) ?? { values: [], next: 0 }
    rings.set(name, ring)
    ring.values[slot ?? ring.next++ % slots] = value
  }
  const at: Pools['at'] = (name, slot) => {
    const values = rings.get(name)?.values ?? []
    return values[slot % Math.max(values.length, 1)] ?? 'none-yet'
  }
  return {
    put,
    at,
    pick: (name, random) => at(name, Math.floor(random.next() * slots)),
    harvest(operationId, slot, body) {
      const all = body as Found
      const found = all?.content ?? {}
      switch (operationId) {
        case 'createLink':
        case 'createConnectLink':
          return put('authCode', authCodeOf(found.iFrameUrl))
        case 'createLinkToken':
          return put('authCode', authCodeOf(Buffer.from(String(found.linkToken), 'base64').toString()))
        case 'connectAccount':
        case 'submitCode':
          if (found.state === 'codeRequired') put('connection', found.connectionId, slot)
          put('expendableToken', found.authData?.auth_token)
          return put('refreshToken', found.authData?.refresh_token)
        case 'refreshToken':
          put('expendableToken', found.accessToken)
          return put('refreshToken', found.refreshToken)
        case 'previewTransfer':
          return put('preview', all?.PreviewResult?.PreviewId, slot)
        case 'previewLinkTransfer':
          return put('linkPreview', found.preview?.previewId, slot)
        case 'executeTransfer':
          return put('transfer', all?.TransferResult?.TransferId)
        case 'executeLinkTransfer':
          return put('transfer', found.transfer?.transferId)
      }
    },
  }
}

interface Found {
  content?: Record<string, unknown> & {
    authData?: { auth_token?: unknown; refresh_token?: unknown }
    preview?: { previewId?: unknown }
    transfer?: { transferId?: unknown }
  }
  PreviewResult?: { PreviewId?: unknown }
  TransferResult?: { TransferId?: unknown }
}

function authCodeOf(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).searchParams.get('auth_code') : null
}
