// A database whose transactions fail like those of a broken connection, until the test ends the fault.
import type { Database } from '../../server/storage/storage.ts'

export interface FailingTransactions {
  database: Database
  /** `undone`: nothing was written. `unconfirmed`: everything was, and the response to the commit is lost. */
  failing: 'undone' | 'unconfirmed' | null
  /** How many more fail. */
  count: number
  /** Runs before a failure reaches the caller. */
  beforeFailure: () => Promise<void>
}

export class ConnectionLost extends Error {
  readonly code = '08006'
}

class Undo extends Error {}

export function failingTransactions(database: Database): FailingTransactions {
  const state: FailingTransactions = {
    database: { ...database, query: replacing(database.query, { transaction: () => ({ execute }) }) },
    failing: null,
    count: Number.POSITIVE_INFINITY,
    beforeFailure: async () => {},
  }
  async function execute(work: (query: never) => Promise<unknown>): Promise<unknown> {
    const { failing } = state
    if (failing === null || state.count <= 0) return database.query.transaction().execute(work as never)
    state.count--
    const run = database.query.transaction().execute(async (query) => {
      await work(query as never)
      if (failing === 'undone') throw new Undo()
    })
    await run.catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
    await state.beforeFailure()
    throw new ConnectionLost('The connection to the database failed')
  }
  return state
}

function replacing<T extends object>(target: T, instead: Record<string, unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && name in instead) return instead[name]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
