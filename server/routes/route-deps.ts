import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { HostedFiles } from './hosted-files.ts'

export interface RouteDeps extends TransferDeps {
  /** Where this server is reached from outside, without a slash at the end. */
  publicUrl: string
  hosted: HostedFiles
  /** Explorer page of a transaction. */
  explorerUrl(networkId: string, hash: string): string
}
