import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const statements = [
  // The mined payment that made a transfer succeed: it makes no second one succeed.
  `alter table transfer add column proof text`,
  `create unique index transfer_proof on transfer(proof) where proof is not null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
