// The processes under test, with the sandbox exchange and chains, and with valid tokens and ids.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startChainHost, startProcess, startSandboxExchange } from '../../../sandbox/processes.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { createClient } from '../../../server/clients/clients.ts'
import { demoClient } from '../../../server/clients/seed-demo-client.ts'
import { openPostgres } from '../../../server/storage/postgres.ts'
import { openSqlite } from '../../../server/storage/sqlite.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { quietPorts } from '../chaos/tcp-proxy.ts'
import type { Parties } from './draft.ts'

export interface FuzzStage {
  port: number
  serverPid: number
  parties: Parties
  callbackUrl: string
  /** Null while the server runs. */
  died(): string | null
  /** Whether the server's folder or database contains the text. */
  isStored(text: string): Promise<boolean>
  stop(): Promise<void>
}

const demoPort = '4001'
const callbackUrl = `http://localhost:${demoPort}/`
const outOfTheWay = ['client', 'user', 'signIn', 'code', 'address'].map((name) => `${name}=999999/1`).join(',')

/** Over the embedded storage, or over an empty PostgreSQL database. */
export async function startStage(databaseUrl: string | null): Promise<FuzzStage> {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-fuzz-'))
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.reverse()) await end()
  }
  try {
    const chain = await startChainHost({ dataDir: folder })
    stops.push(chain.stop)
    const exchange = await startSandboxExchange({ dataDir: folder, rpcUrls: chain.rpcUrls })
    stops.push(exchange.stop)
    const openDatabase = () => (databaseUrl === null ? openSqlite(join(folder, 'server')) : openPostgres(databaseUrl))
    const foreign = await newForeignClient(await openDatabase())
    const [port = 0] = await quietPorts(1)
    const server = await startProcess({
      name: 'the API server',
      file: join(projectRoot, 'sandbox/server.ts'),
      env: {
        PORT: String(port),
        DEMO_PORT: demoPort,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl ?? '',
        SANDBOX_EXCHANGE_PORT: new URL(exchange.url).port,
        RPC_URLS: chain.rpcUrls,
        TRANSFER_ENV: 'sandbox',
        PUBLIC_URL: '',
        LOG_LEVEL: 'error',
        RATE_LIMITS: outOfTheWay,
      },
    })
    stops.push(server.stop)
    let death: string | null = null
    server.exited.then(({ code, signal }) => {
      death = `the server ended: ${signal ?? `code ${code}`}`
    })
    return {
      port,
      serverPid: server.pid,
      parties: { own: demoClient, foreign },
      callbackUrl,
      died: () => death,
      isStored: async (text) =>
        filesOf(folder).some((file) => readFileSync(file).includes(text)) ||
        (databaseUrl !== null && (await standsInTables(databaseUrl, text))),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function newForeignClient(database: Database): Promise<{ id: string; secret: string }> {
  const deps = { database, environment: 'sandbox' as const, now: () => new Date() }
  const client = await createClient(deps, { name: 'Another', callbackUrls: [callbackUrl] })
  await database.close()
  return client
}

async function standsInTables(databaseUrl: string, text: string): Promise<boolean> {
  const database = await openPostgres(databaseUrl)
  try {
    for (const { name } of await database.query.introspection.getTables()) {
      const { rows } = await sql`
        select 1 from ${sql.table(name)} as row where row::text like ${`%${text}%`} limit 1`.execute(database.query)
      if (rows.length > 0) return true
    }
    return false
  } finally {
    await database.close()
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
