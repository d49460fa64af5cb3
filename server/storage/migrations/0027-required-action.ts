import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

interface Row {
  id: string
  error_type: string
  error_data: string | null
}

const kinds = [
  'mfaRequired',
  'emailConfirmationRequired',
  'deviceConfirmationRequired',
  'addressWhitelistRequired',
  'travelRuleRequired',
]

/**
 * The action that a transfer waits for was stored as its error. It also stays stored while the next request is sent, so rows of
 * every state are moved.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table transfer add column required_action text`.execute(database)
  const { rows } = await sql<Row>`select id, error_type, error_data from transfer
    where error_type in (${sql.join(kinds)})`.execute(database)
  for (const row of rows) {
    await sql`update transfer set required_action = ${actionOf(row)}, error_type = null, error_data = '{}'
      where id = ${row.id}`.execute(database)
  }
}

function actionOf({ error_type: kind, error_data }: Row): string {
  const { name, ...facts } = JSON.parse(error_data ?? '{}')
  switch (kind) {
    case 'mfaRequired':
      return JSON.stringify({ kind, name, ...facts, methods: JSON.parse(facts.methods ?? '[]') })
    // The address and the network are in the terms.
    case 'addressWhitelistRequired':
      return JSON.stringify({ kind, name, url: facts.url })
    default:
      return JSON.stringify({ kind, name, ...facts })
  }
}
