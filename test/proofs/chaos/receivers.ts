// Receivers of webhooks, as processes with a journal of the events that arrived.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Victim, victim } from './victim.ts'

export interface ReceivedEvent {
  id: string
  type: string
  transferId: string
  sequence: number
  eventHash: string
}

export interface Receiver extends Victim {
  url: string
  /** In the order of arrival. */
  received(): ReceivedEvent[]
}

export function receiver({ folder, port, at }: { folder: string; port: number; at: number }): Receiver {
  const name = `receiver ${at}`
  const file = join(folder, `received-${at}.jsonl`)
  const env = { RECEIVER_PORT: String(port), JOURNAL_FILE: file }
  const process = join(import.meta.dirname, 'receiver-process.ts')
  return Object.assign(victim({ name, file: process, env, logFile: join(folder, `receiver-${at}.log`) }), {
    url: `http://127.0.0.1:${port}/`,
    received() {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ReceivedEvent)
    },
  })
}
