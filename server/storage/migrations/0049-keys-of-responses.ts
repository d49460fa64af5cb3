import type { SchemaIndex } from '../schema-index.ts'

export const servesPreviousVersion = true

export async function up(): Promise<void> {}

/** The id of the master key stands between the two points of a sealed text. By it, the responses that an old key sealed are counted. */
export const indexes: readonly SchemaIndex[] = [
  {
    name: 'idempotency_key_sealing_key',
    on: {
      postgres: `idempotency_key((split_part(sealed_response, '.', 2))) where sealed_response <> ''`,
      sqlite: `idempotency_key((substr(sealed_response, 4, instr(substr(sealed_response, 4), '.') - 1)))
        where sealed_response <> ''`,
    },
  },
]
