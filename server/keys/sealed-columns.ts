// Every column that holds sealed text, by the purpose of its seal. A purpose without an entry does not compile.

import type { SealPurpose } from '../secrets/seal.ts'
import type { Tables } from '../storage/tables.ts'

export interface SealedColumn {
  table: keyof Tables
  column: string
  primaryKey: readonly string[]
  /** The columns whose values bind a sealed text to its row, in the order in which it was sealed. */
  owner: readonly string[]
  /**
   * False for rows that live for ten minutes. A sign-in in progress compares the sealed text when it continues, and would end if the
   * text were sealed again.
   */
  isResealed: boolean
}

const ofClient = { primaryKey: ['id'], owner: ['client_id', 'id'], isResealed: true }
const ofEndpoint = { table: 'webhook_endpoint', ...ofClient } as const

export const sealedColumns: Record<SealPurpose, readonly SealedColumn[]> = {
  'exchange credentials': [{ table: 'sign_in', column: 'sealed_credentials', ...ofClient }],
  'sign-in under way': [
    {
      table: 'connection',
      column: 'sealed_pending',
      primaryKey: ['id'],
      owner: ['session_id', 'id'],
      isResealed: false,
    },
  ],
  'kept answer': [
    {
      table: 'idempotency_key',
      column: 'sealed_response',
      primaryKey: ['client_id', 'key_hash'],
      owner: ['client_id', 'key_hash'],
      isResealed: true,
    },
  ],
  'webhook secret': [
    { column: 'sealed_secret', ...ofEndpoint },
    { column: 'sealed_old_secret', ...ofEndpoint },
  ],
  'webhook client certificate': [{ column: 'sealed_certificate', ...ofEndpoint }],
}
