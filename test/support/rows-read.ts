// Counts the rows that statements read, and returns the indexes that they use.
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { isPostgres } from '../../server/storage/dialect.ts'
import type { Database, Query } from '../../server/storage/storage.ts'

interface ReadRows {
  /** Rows that the database read, including those that it filtered out. SQLite reports only those that it returned. */
  rows: number
  indexes: string[]
  /** Tables that were read completely. */
  scanned: string[]
}

/** Runs `work` with a query that records its statements, and explains each of them. */
export async function rowsRead(database: Database, work: (query: Query) => Promise<unknown>): Promise<ReadRows> {
  const statements: CompiledQuery[] = []
  const executor = database.query.getExecutor()
  let returned = 0
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(node as RootOperationNode, queryId))
      return node
    },
    async transformResult({ result }) {
      returned += result.rows.length
      return result
    },
  }
  await work(database.query.withPlugin(recorder))
  const total: ReadRows = { rows: 0, indexes: [], scanned: [] }
  const explain = isPostgres(database.query) ? explainOnPostgres : explainOnSqlite
  for (const statement of statements) await explain(database.query, statement, total)
  if (!isPostgres(database.query)) total.rows = returned
  return total
}

async function explainOnSqlite(query: Query, { sql, parameters }: CompiledQuery, total: ReadRows): Promise<void> {
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await query.executeQuery<{ detail: string }>(plan)
  for (const { detail } of rows) {
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1]
    if (index !== undefined) total.indexes.push(index)
    if (detail.startsWith('SCAN ')) total.scanned.push(detail)
  }
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

async function explainOnPostgres(query: Query, { sql, parameters }: CompiledQuery, total: ReadRows): Promise<void> {
  const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
  const { rows } = await query.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain)
  const count = (node: PlanNode): void => {
    if (node['Index Name'] !== undefined) total.indexes.push(node['Index Name'])
    if (node['Node Type'] === 'Seq Scan') total.scanned.push(`SCAN ${node['Relation Name']}`)
    const isRead = node['Relation Name'] !== undefined
    const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    if (isRead) total.rows += read
    for (const child of node.Plans ?? []) count(child)
  }
  for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) count(Plan)
}
