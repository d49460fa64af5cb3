// What the clients were told, written down line by line as they are told it. At the end it is read back from the file.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What the service said of a transfer, in an answer that arrived whole. */
export interface Told {
  transferId: string
  status: string
  detail: string
  networkId: string
  symbol: string
  address: string
  amount: string
}

export type Entry =
  | { kind: 'previewed'; order: number; previewId: string }
  /** An execute was answered with a transfer. */
  | { kind: 'acknowledged'; order: number; previewId: string; told: Told }
  /** An execute was refused for good: nothing was executed. */
  | { kind: 'refused'; order: number; previewId: string; errorType: string }
  /** A transfer was read back. */
  | { kind: 'read'; told: Told }
  /** An answer that nobody should ever get. */
  | { kind: 'wrong'; order: number; what: string }

export interface Journal {
  write(entry: Entry): void
  read(): Entry[]
  close(): void
}

export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a')
  return {
    write: (entry) => void writeSync(descriptor, `${JSON.stringify(entry)}\n`),
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(descriptor),
  }
}
