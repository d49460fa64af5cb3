// A browser's page in the console of a running app.
import type { BrowserContext, CDPSession, Page } from 'playwright/test'
import type { Role } from '../../server/contract/console/role.ts'
import type { App } from './app.ts'
import { runCliHere } from './cli.ts'
import { besideServer, consoleSignInUrl } from './console-sign-in.ts'

/** Runs `transfer-link operator …` beside the server. */
export async function operatorCommand(app: App, ...args: string[]): Promise<string> {
  const environment = { DATA_DIR: app.dataFolder, CONSOLE_PORT: '4003', CONSOLE_URL: app.consoleUrl }
  const { code, out, error } = await runCliHere(['operator', ...args], environment)
  if (code !== 0) throw new Error(error)
  return out
}

/** Signs in by a one-time URL, and opens a screen. */
export async function openConsole(
  page: Page,
  app: App,
  { path, name, role }: { path: string; name: string; role: Role },
): Promise<void> {
  await page.goto(await consoleSignInUrl(app, { name, role }))
  await page.waitForURL(`${app.consoleUrl}/attention`)
  if (path !== '/attention') await page.goto(`${app.consoleUrl}${path}`)
}

/** From now on, no session has a recent sign-in. */
export function makeSignInsOld(app: App): Promise<unknown> {
  return besideServer(app, ({ query }) => query.updateTable('operator_session').set({ signed_in_at: 1 }).execute())
}

/** A passkey authenticator of the browser, with its screen lock. */
export interface Authenticator {
  session: CDPSession
  id: string
}

export async function addAuthenticator(context: BrowserContext, page: Page): Promise<Authenticator> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  return { session, id: authenticatorId }
}
