// Measures the statements of a database at its connections: their time without the wait for a connection, the transactions, and the
// updates of rows of `transfer`.
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Query } from '../../../server/storage/storage.ts'

export interface StatementMeter {
  ms: number
  transactions: number
  transferUpdates: number
}

export function measureStatements(query: Query): StatementMeter {
  const meter: StatementMeter = { ms: 0, transactions: 0, transferUpdates: 0 }
  const measured = new WeakSet<DatabaseConnection>()
  const executor = query.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  executor.provideConnection = (consumer, options) =>
    provideConnection((connection) => {
      if (!measured.has(connection)) measureConnection(connection, meter)
      measured.add(connection)
      return consumer(connection)
    }, options)
  return meter
}

function measureConnection(connection: DatabaseConnection, meter: StatementMeter): void {
  const executeQuery = connection.executeQuery.bind(connection)
  let isInTransaction = false
  connection.executeQuery = async <R>(statement: CompiledQuery) => {
    if (/^begin/.test(statement.sql)) isInTransaction = true
    const started = performance.now()
    const result = await executeQuery<R>(statement)
    meter.ms += performance.now() - started
    if (/^(commit|rollback)/.test(statement.sql)) isInTransaction = false
    if (!isInTransaction) meter.transactions += 1
    if (/update "transfer" set/.test(statement.sql)) {
      const rows = result.rows.length > 0 ? result.rows.length : Number(result.numAffectedRows ?? 0)
      meter.transferUpdates += rows
    }
    return result
  }
}
