import { BaseError } from 'viem'

/** The error without the node's URL. Errors of the library contain the URL, and it may contain a key. */
export function redactRpcError(error: unknown): Error {
  if (error instanceof BaseError) return new Error(error.shortMessage.split('\n')[0] ?? error.name)
  return error instanceof Error ? error : new Error('the node failed')
}

/** The same reads, with redacted errors. */
export function withRedactedErrors<Reads extends object>(reads: Reads): Reads {
  const redacted = Object.entries(reads).map(([name, read]: [string, (...given: never[]) => Promise<unknown>]) => [
    name,
    (...given: never[]) =>
      read(...given).catch((error: unknown) => {
        throw redactRpcError(error)
      }),
  ])
  return Object.fromEntries(redacted) as Reads
}
