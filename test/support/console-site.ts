// The console in a browser, over the engine alone: a test stages transfers in any state, and no chain or exchange has to run. The browser's
// files are those of the build.
import { join } from 'node:path'
import type { BrowserContext } from 'playwright/test'
import { projectRoot } from '../../scripts/command.ts'
import { createConsole } from '../../server/console/console-app.ts'
import type { ConsoleDeps } from '../../server/console/console-deps.ts'
import type { Role } from '../../server/contract/console/role.ts'
import { serve } from '../../server/http/serve.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { consoleOfEngine } from './console-of-engine.ts'
import { type Engine, startEngine } from './engine.ts'
import { freePorts } from './free-ports.ts'

export interface ConsoleSite {
  engine: Engine
  url: string
  /** Signs the browser in, instead of the operator who was signed in before. */
  signIn(context: BrowserContext, role: Role, name?: string): Promise<void>
  close(): Promise<void>
}

export async function startConsoleSite({
  twoPersonResolve = false,
  ...parts
}: Partial<ConsoleDeps> & { twoPersonResolve?: boolean } = {}): Promise<ConsoleSite> {
  const engine = await startEngine(await openSqlite(':memory:'))
  // The browser shows how long ago something was.
  engine.wait(Date.now() - engine.deps.now().getTime())
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const settings = { port, hosts: ['127.0.0.1'], url, oidc: null, twoPersonResolve }
  const { deps, signedIn } = consoleOfEngine(engine, { settings, ...parts })
  const listening = await serve(createConsole(deps, join(projectRoot, 'server/dist')), settings)
  return {
    engine,
    url,
    async signIn(context, role, name) {
      await context.clearCookies()
      const session = { name: 'console-session', value: await signedIn(role, name), url, httpOnly: true }
      await context.addCookies([{ ...session, sameSite: 'Strict' }])
    },
    async close() {
      await listening.close()
      await engine.close()
    },
  }
}
