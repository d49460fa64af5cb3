// `--dev`: restarts the API server when one of its sources changes. Vite rebuilds the browser's parts.

import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import type { RunningProcess } from './processes.ts'

const debounceMs = 150

/** Calls back after the sources of the server or the sandbox change. Several changes at a time count once. */
export function watchServerSources(projectRoot: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const changed = (_: string, name: string | null) => {
    if (name === null || !/\.(ts|js|json)$/.test(name)) return
    if (['node_modules', 'dist'].includes(name.split(sep)[0] ?? '')) return
    clearTimeout(timer)
    timer = setTimeout(onChange, debounceMs)
  }
  const watchers: FSWatcher[] = ['server', 'sandbox']
    .map((folder) => join(projectRoot, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) => watch(folder, { recursive: true }, changed))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** A process that can be restarted. While its sources do not run, there is none. */
interface Reloading {
  reload(): Promise<void>
  stop(): Promise<void>
}

export function createReloading(
  first: RunningProcess,
  start: () => Promise<RunningProcess>,
  log: (sentence: string) => void,
): Reloading {
  let running: RunningProcess | null = first
  let last: Promise<void> = Promise.resolve()
  const restart = async () => {
    await running?.stop()
    running = null
    try {
      running = await start()
      log(`Restarted ${running.name}.`)
    } catch (error) {
      log(`${error instanceof Error ? error.message : error} Waiting for the next change.`)
    }
  }
  return {
    reload: () => {
      last = last.then(restart)
      return last
    },
    stop: async () => {
      await last
      await running?.stop()
    },
  }
}
