import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from 'transfer-link-server'

export interface SandboxOptions {
  apiPort: number
  shopPort: number
  exchangePort: number
  consolePort: number
  /** Of the page. The receiver itself listens on the next two ports, if they are free. */
  receiverPort: number
  /** Of `npm run docs:dev`, whose playground opens links. The sandbox does not listen on it. */
  docsPort: number
  dataDir: string
  /** Start with empty data. */
  isFresh: boolean
  /** Restart and rebuild when a source changes. */
  isDev: boolean
  isHelp: boolean
}

/** Of `npm run docs:dev`. */
export const defaultDocsPort = 4321

/** A problem that the user can fix. The message describes how. */
export class StartError extends Error {}

export const helpText = `Starts Transfer Link with its sandbox: the API and the hosted transfer UI, a demo shop, an exchange and its chains.

  npm start                 starts everything, with the data of the last run
  npm start -- --fresh      deletes the data first
  npm run dev               reloads when a source changes

  PORT                      the API's port (4000)
  DEMO_PORT                 the demo shop's port (4001)
  SANDBOX_EXCHANGE_PORT     the sandbox exchange's port (4002)
  CONSOLE_PORT              the operator's console's port (4003)
  WEBHOOK_RECEIVER_PORT     the webhook receiver's port (4004)
  DOCS_PORT                 the port of npm run docs:dev, whose playground opens links (${defaultDocsPort})
  DATA_DIR                  the data folder (.data)
  ANVIL_PATH                an anvil binary, for platforms without an npm package`

export function readOptions(args: string[], env: NodeJS.ProcessEnv, projectRoot: string): SandboxOptions {
  const flags = readFlags(args)
  checkEnvironment(env)
  const options: SandboxOptions = {
    apiPort: Number(env.PORT || 4000),
    shopPort: Number(env.DEMO_PORT || 4001),
    exchangePort: Number(env.SANDBOX_EXCHANGE_PORT || 4002),
    consolePort: Number(env.CONSOLE_PORT || 4003),
    receiverPort: readPort('WEBHOOK_RECEIVER_PORT', env.WEBHOOK_RECEIVER_PORT || '4004'),
    docsPort: readDocsPort(env),
    dataDir: resolve(projectRoot, env.DATA_DIR || '.data'),
    isFresh: flags.fresh === true,
    isDev: flags.dev === true,
    isHelp: flags.help === true,
  }
  const { apiPort, shopPort, exchangePort, consolePort, receiverPort } = options
  if (new Set([apiPort, shopPort, exchangePort, consolePort, receiverPort]).size < 5) {
    throw new StartError(
      'PORT, DEMO_PORT, SANDBOX_EXCHANGE_PORT, CONSOLE_PORT and WEBHOOK_RECEIVER_PORT must be five different ports.',
    )
  }
  return options
}

/** A port that the server's settings do not have. The webhook receiver also uses the next two. */
function readPort(name: string, text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_533) return port
  throw new StartError(`${name} must be a port from 1 to 65533, such as 4004. It is "${text}".`)
}

function readDocsPort({ DOCS_PORT }: NodeJS.ProcessEnv): number {
  return readPort('DOCS_PORT', DOCS_PORT || String(defaultDocsPort))
}

/** The origin of the playground's page, as browsers write it: without the port 80. */
export function docsOrigin(env: NodeJS.ProcessEnv): string {
  return new URL(`http://localhost:${readDocsPort(env)}`).origin
}

function readFlags(args: string[]): { fresh?: boolean; dev?: boolean; help?: boolean } {
  try {
    const options = {
      fresh: { type: 'boolean' },
      dev: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ args, options }).values
  } catch {
    throw new StartError(`Unknown option: ${args.join(' ')}. The options are --fresh, --dev and --help.`)
  }
}

// Checks the server's settings before anything starts, and reports all problems at once.
function checkEnvironment(env: NodeJS.ProcessEnv): void {
  try {
    readConfig(env)
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error
  }
}
