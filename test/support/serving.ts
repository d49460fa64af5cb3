// A server as `transfer-link serve` runs it, in a separate process with the embedded storage.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../scripts/command.ts'
import { freePort } from './free-ports.ts'

export interface Serving {
  url: string
  child: ChildProcess
  stop(): Promise<void>
}

/** Resolves once it is ready. */
export async function startServing(environment: Record<string, string> = {}): Promise<Serving> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'serving-'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const settings = { TRANSFER_ENV: 'sandbox', PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [join(projectRoot, 'server/bin.js'), 'serve'], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (let isReady = false; !isReady; isReady = (await fetch(`${url}/readyz`).catch(() => null))?.ok === true) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await pause(50)
  }
  return {
    url,
    child,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
