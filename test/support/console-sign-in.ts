// Signs in to the console of a running app, as the one-time URL of `npm start` does.
import { readConfig } from '../../server/config.ts'
import { createCode } from '../../server/console/one-time-codes.ts'
import type { Role } from '../../server/contract/console/role.ts'
import { openStorageBeside } from '../../server/storage/open.ts'
import type { Database } from '../../server/storage/storage.ts'
import type { App } from './app.ts'

/** A URL that signs in once, as an operator of this name. */
export function consoleSignInUrl(
  app: Pick<App, 'consoleUrl' | 'dataFolder'>,
  { role, name }: { role: Role; name: string },
): Promise<string> {
  return besideServer(app, async ({ query }) => {
    const code = await createCode(
      query,
      { kind: 'once', name, role, operatorId: null },
      { now: new Date(), seconds: 900 },
    )
    return `${app.consoleUrl}/sign-in#once=${code}`
  })
}

/** Opens the storage of a running server, as a command does. */
export async function besideServer<Result>(
  { dataFolder }: Pick<App, 'dataFolder'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openStorageBeside(readConfig({ DATA_DIR: dataFolder }))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
