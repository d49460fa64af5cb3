// Solana's virtual machine as a library of this machine's kind: the package of its platform is taken directly, since its wrapper
// brings thirty others. Where there is none, nothing of Solana runs in the sandbox, and all else does.

import { createRequire } from 'node:module'

export interface VmAccount {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
}

/** As far as it is used. */
export interface Vm {
  setBlockhashCheck(check: boolean): void
  setTransactionHistory(capacity: bigint): void
  minimumBalanceForRentExemption(bytes: bigint): bigint
  getAccount(address: Uint8Array): VmAccount | null
  setAccount(address: Uint8Array, account: VmAccount): void
  warpToSlot(slot: bigint): void
  sendLegacyTransaction(transaction: Uint8Array): Outcome
  simulateLegacyTransaction(transaction: Uint8Array): Outcome
}

/** What failed has an error. */
export interface Outcome {
  err?(): unknown
  toString(): string
}

export interface Litesvm {
  LiteSvm: new () => Vm
  Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => VmAccount
}

const require = createRequire(import.meta.url)

export function hasLitesvm(): boolean {
  try {
    require.resolve(packageName())
    return true
  } catch {
    return false
  }
}

/** Throws where there is none for this machine. */
export function loadLitesvm(): Litesvm {
  return require(packageName()) as Litesvm
}

function packageName(): string {
  const { platform, arch, report } = process
  if (platform !== 'linux') return `litesvm-${platform}-${arch}`
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } }
  return `litesvm-linux-${arch}-${header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`
}
