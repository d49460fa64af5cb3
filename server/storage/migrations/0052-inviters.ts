import { type Kysely, sql } from 'kysely'

/** The version before stores no inviter. Its invitations count as those of a command. */
export const servesPreviousVersion = true

/** The id of the operator who has invited. Null for a command. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['operator_code', 'operator_passkey'])
    await sql.raw(`alter table ${table} add column invited_by text`).execute(database)
}
