// The responses to the clients, written line by line as they arrive. At the end they are read back from the file.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A transfer in a response that arrived complete. */
export interface ReportedTransfer {
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
  /** An execute returned a transfer. */
  | { kind: 'acknowledged'; order: number; previewId: string; reported: ReportedTransfer }
  /** An execute was refused for good: nothing was executed. */
  | { kind: 'refused'; order: number; previewId: string; errorType: string }
  /** A transfer was read back. */
  | { kind: 'read'; reported: ReportedTransfer }
  /** A response that must never occur. */
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
