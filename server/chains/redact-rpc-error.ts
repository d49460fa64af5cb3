import { BaseError } from 'viem'

/** The trouble without the node's address, which errors of the library carry and which may hold a key. */
export function redactRpcError(error: unknown): Error {
  if (error instanceof BaseError) return new Error(error.shortMessage.split('\n')[0] ?? error.name)
  return error instanceof Error ? error : new Error('the node failed')
}
