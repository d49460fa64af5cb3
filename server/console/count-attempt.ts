import { ApiError } from '../contract/errors.ts'
import { subnetOf } from '../http/caller-address.ts'
import type { ConsoleDeps } from './console-deps.ts'

/** Counts a request of a sign-in by the caller's network. Throws `rateLimited`. */
export async function countAttempt({ limits }: ConsoleDeps, address: string): Promise<void> {
  const { allowed, seconds } = await limits.take('address', subnetOf(address))
  if (!allowed) throw new ApiError('rateLimited', { seconds })
}
