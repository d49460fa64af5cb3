// Checks of the machine that the server runs on.

import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, isIPv6 } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { type CheckResult, failed, fetchOrNull, note, passed } from './check-result.ts'

export function checkNode(version: string = process.versions.node): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return passed(`Node ${version}`)
  return failed(
    `Node ${version} is too old. Transfer Link needs 22.18 or newer.`,
    'Install Node 24 from https://nodejs.org.',
  )
}

/** The data folder, or the folder in which the server would create it. */
export function checkDataFolder({ dataFolder, databaseUrl }: Config): CheckResult {
  let folder = dataFolder
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  const probe = join(folder, `.doctor-${randomUUID()}`)
  try {
    mkdirSync(probe)
    writeFileSync(join(probe, 'x'), 'x')
    rmSync(probe, { recursive: true })
    return passed(`Data folder ${dataFolder} can be written.`)
  } catch {
    const message = `Data folder ${dataFolder} cannot be written by this user.`
    const fix = `Give this user the folder ("chown -R <user> ${folder}"), or set DATA_DIR to one it may write to.`
    // With PostgreSQL the folder contains only the sandbox's key.
    return databaseUrl === null ? failed(message, fix) : note(message, fix)
  }
}

export function checkHostedPage(folder: string): CheckResult {
  const parts = ['hosted/index.html', 'hosted/renderer.js', 'browser/transfer-link.js']
  const missing = parts.filter((file) => !existsSync(join(folder, file)))
  if (missing.length === 0) return passed('The hosted transfer UI is built.')
  return failed(
    `The hosted transfer UI is not built, so links open an error page. Missing: ${missing.join(', ')}.`,
    'In a clone run "npm run build". Otherwise install the published package again.',
  )
}

/** A server that would refuse to start is not suggested. */
export async function checkPort(
  { port, hosts, environment }: Config,
  { isStartRefused }: { isStartRefused: boolean },
): Promise<CheckResult> {
  const host = hosts[0] === undefined || hosts[0] === '0.0.0.0' ? '127.0.0.1' : hosts[0] === '::' ? '::1' : hosts[0]
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
  const notRunning = `Port ${port} is free, so the server is not running.`
  if (isFree && isStartRefused) return note(notRunning)
  if (isFree)
    return note(
      notRunning,
      environment === 'sandbox'
        ? 'Start it with "npm start" in the project, or with "TRANSFER_ENV=sandbox node_modules/.bin/transfer-link serve".'
        : 'Start it, for example with "transfer-link serve" or "systemctl start transfer-link".',
    )
  const running = await versionAt(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`)
  if (running === null) {
    return failed(
      `Port ${port} is used by another program.`,
      `Stop it ("lsof -i :${port}" names it), or set PORT to a free one.`,
    )
  }
  if (running === environment) return passed(`The server responds on port ${port}.`)
  return failed(
    `The server on port ${port} is a ${running} server, and TRANSFER_ENV here is ${environment}.`,
    'Run the doctor with the server’s environment, or set a different PORT for each server.',
  )
}

/** The environment of a Transfer Link server, or null if there is none. */
export async function versionAt(url: string): Promise<string | null> {
  const response = await fetchOrNull(`${url}/version`)
  const body = (await response?.json().catch(() => null)) as { content?: { environment?: unknown } } | null | undefined
  return typeof body?.content?.environment === 'string' ? body.content.environment : null
}
