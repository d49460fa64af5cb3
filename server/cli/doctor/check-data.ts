// Checks of the database: whether it and its sealed data can be opened, and whether an app can use the server.

import { join } from 'node:path'
import { sql } from 'kysely'
import { verifyAudit } from '../../audit/verify-audit.ts'
import { authenticateClient } from '../../clients/clients.ts'
import { listClients } from '../../clients/key-sets.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../contract/errors.ts'
import { escapeText } from '../../contract/plain-text.ts'
import { restoreKeys, storedKeyRing } from '../../secrets/key-ring.ts'
import { environmentOf } from '../../secrets/tokens.ts'
import { isPostgres } from '../../storage/dialect.ts'
import { durabilityGuarantee, readDurability } from '../../storage/durability.ts'
import { WrongEnvironment } from '../../storage/environment-mark.ts'
import { openStorageBeside } from '../../storage/open.ts'
import { SchemaMismatch } from '../../storage/schema-version.ts'
import { NoDatabase } from '../../storage/sqlite.ts'
import type { Database } from '../../storage/storage.ts'
import { listAllowed } from '../../transfers/allowed-destinations.ts'
import { transfersNeedingAttention } from '../../transfers/attention.ts'
import { describePauses } from '../../transfers/describe-pauses.ts'
import { limitsOf, listLimits } from '../../transfers/operator-limits.ts'
import { RestoreUnchecked, refuseUnchecked } from '../../transfers/restore.ts'
import { storedSealProblems } from '../../webhooks/stored-seal-problems.ts'
import { allEndpoints } from '../../webhooks/webhook-endpoint.ts'
import { brokenAuditText } from '../audit-commands.ts'
import { describeState } from '../webhook-commands.ts'
import { namesOfClients } from '../with-clients.ts'
import { checkOldKeys } from './check-old-keys.ts'
import { judgeSkew } from './check-outside.ts'
import { type CheckResult, failed, note, passed } from './check-result.ts'

interface DataResults {
  results: CheckResult[]
  /** A restored backup, on which a server starts only with `--after-restore`. */
  isStartRefused: boolean
}

export async function checkData(config: Config, environment: Record<string, string | undefined>): Promise<DataResults> {
  let database: Database
  try {
    database = await openStorageBeside(config)
  } catch (error) {
    return { results: [unopened(error)], isStartRefused: false }
  }
  try {
    const refusal = await readRefusal(database)
    const results = [
      passed(`The database can be opened, and this version can use its schema.`),
      ...(refusal === null ? [] : [failed(refusal.message)]),
      ...(await checkStoredSeals(config, database)),
      ...(await checkOldKeys(config, database)),
      ...(await checkClients(database)),
      ...(await checkSecret(config, database, environment)),
      ...(await checkDatabaseClock(database)),
      await checkDurability(database),
      ...(await checkAttention(database)),
      ...(await checkPauses(database, { isStartRefused: refusal !== null })),
      ...(await checkLimits(database)),
      ...(await checkEndpoints(database)),
      await checkAuditLog(database),
    ]
    return { results, isStartRefused: refusal !== null }
  } finally {
    await database.close()
  }
}

function unopened(error: unknown): CheckResult {
  if (error instanceof NoDatabase) return note('There is no database yet.', 'The server creates it at the first start.')
  const message = error instanceof Error ? error.message : String(error)
  // Their messages end with what to do.
  if (error instanceof SchemaMismatch || error instanceof WrongEnvironment) return failed(message)
  return failed(message, 'The server does not start without its database.')
}

async function readRefusal({ query }: Database): Promise<RestoreUnchecked | null> {
  try {
    await refuseUnchecked(query)
    return null
  } catch (error) {
    if (error instanceof RestoreUnchecked) return error
    throw error
  }
}

async function checkStoredSeals(
  { masterKeys, dataFolder, environment }: Config,
  { query }: Database,
): Promise<CheckResult[]> {
  const keys = masterKeys ?? storedKeyRing(join(dataFolder, 'keys'))
  const problems = await storedSealProblems(query, keys, environment)
  if (problems === null) return [passed('Nothing that is stored is sealed with a master key yet.')]
  if (problems.length === 0) return [passed('The master keys open the sealed data.')]
  return problems.map((problem) => failed(problem, restoreKeys))
}

async function checkClients({ query }: Database): Promise<CheckResult[]> {
  const clients = await listClients(query)
  if (clients.length === 0) {
    return [
      failed(
        'No client is registered, so every request is refused.',
        'transfer-link client create <name> --callback <url>',
      ),
    ]
  }
  return clients.flatMap(({ id, name, secrets, callbackUrls }) => {
    const results: CheckResult[] = []
    if (callbackUrls.length === 0) {
      const message = `Client ${escapeText(name)} has no callback URL, so it cannot create links.`
      results.push(failed(message, `transfer-link callback add ${id} <url>`))
    }
    if (secrets.every(({ revokedAt }) => revokedAt !== null)) {
      const message = `Client ${escapeText(name)} has no valid secret, so all its requests are refused.`
      results.push(note(message, `transfer-link client rotate ${id}`))
    }
    return results.length > 0 ? results : [passed(`Client ${escapeText(name)} has a callback URL and a secret.`)]
  })
}

/** Checks CLIENT_ID and CLIENT_SECRET, if set. */
async function checkSecret(
  { environment }: Config,
  database: Database,
  { CLIENT_ID = '', CLIENT_SECRET = '' }: Record<string, string | undefined>,
): Promise<CheckResult[]> {
  if (CLIENT_SECRET === '') return []
  const named = environmentOf(CLIENT_SECRET)
  if (named !== null && named !== environment) {
    const fix = `Use the secret that this client has in ${environment}: each environment has separate secrets.`
    return [failed(`CLIENT_SECRET belongs to ${named}, and this server is ${environment}.`, fix)]
  }
  try {
    const { name } = await authenticateClient(
      { database, environment, now: () => new Date() },
      CLIENT_ID,
      CLIENT_SECRET,
    )
    return [passed(`CLIENT_ID and CLIENT_SECRET are those of ${escapeText(name)}.`)]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [
      failed(
        'CLIENT_ID and CLIENT_SECRET are not a valid pair: another client has the secret, or it was revoked.',
        'transfer-link client rotate <client>',
      ),
    ]
  }
}

async function checkDatabaseClock({ query }: Database): Promise<CheckResult[]> {
  if (!isPostgres(query)) return []
  const now = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::int8 as ms`
  const [row] = (await now.execute(query)).rows
  return row === undefined ? [] : [judgeSkew(row.ms - Date.now(), 'the database')]
}

export async function checkDurability(database: Pick<Database, 'query' | 'monitor'>): Promise<CheckResult> {
  const { kind, state, fix = '' } = await readDurability(database)
  if (kind === 'embedded') return passed(state)
  if (kind === 'synchronous') return passed(`${state} ${durabilityGuarantee}`)
  if (kind === 'waiting') return failed(state, fix)
  return note(`${state} ${durabilityGuarantee}`, fix)
}

async function checkAttention({ query }: Database): Promise<CheckResult[]> {
  const { length } = await transfersNeedingAttention(query)
  if (length === 0) return []
  const message = length === 1 ? '1 transfer needs an operator.' : `${length} transfers need an operator.`
  return [note(message, 'transfer-link transfer list --attention')]
}

/** A restored backup is paused until "reconcile" has run, which needs a start with `--after-restore`. */
async function checkPauses(
  database: Database,
  { isStartRefused }: Pick<DataResults, 'isStartRefused'>,
): Promise<CheckResult[]> {
  const described = await describePauses(database)
  const pauses = isStartRefused ? described.filter(({ scope }) => scope.kind !== 'restore') : described
  return pauses.map(({ sentence, fix }) => note(`${sentence} New sends are refused.`, fix))
}

async function checkLimits({ query }: Database): Promise<CheckResult[]> {
  const limits = await listLimits(query)
  if (limits.length === 0) return []
  const allowed = await listAllowed(query)
  const results = [note('Limits are set for transfers.', 'To list them: transfer-link limit list')]
  for (const { id, name } of await listClients(query)) {
    const isEmpty = allowed.every(({ clientId }) => clientId !== null && clientId !== id)
    if (!isEmpty || !(await limitsOf(query, id))?.usesAllowList) continue
    const message = `The allow-list of client ${escapeText(name)} is on and empty, so all its transfers are refused.`
    const allow = `transfer-link destination allow <network>:<address> --client ${id}`
    results.push(failed(message, `${allow}, or transfer-link limit set allow-list off --client ${id}`))
  }
  return results
}

/** Without URLs, which may contain secrets. */
async function checkEndpoints(database: Database): Promise<CheckResult[]> {
  const nameOf = await namesOfClients({ database })
  const endpoints = (await allEndpoints(database.query)).filter(({ state }) => state !== 'on')
  return endpoints.map((endpoint) =>
    note(
      `A webhook endpoint of ${nameOf(endpoint.clientId)} is ${describeState(endpoint)}.`,
      `transfer-link webhook deliveries ${endpoint.id}`,
    ),
  )
}

async function checkAuditLog({ query }: Database): Promise<CheckResult> {
  const { entries, broken } = await verifyAudit(query)
  if (broken !== null)
    return failed(
      brokenAuditText(broken),
      'Compare it with your last export ("transfer-link audit export"), or a backup.',
    )
  return passed(`The audit log is intact: ${entries === 1 ? '1 entry' : `${entries} entries`}.`)
}
