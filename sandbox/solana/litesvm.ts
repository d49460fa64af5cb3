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
const { platform, arch } = process
/** Of Linux with the one C library or the other, only the machine's own is ever installed. */
const packages = ['', '-gnu', '-musl'].map((library) => `litesvm-${platform}-${arch}${library}`)

export function hasLitesvm(): boolean {
  return installed() !== undefined
}

/** Throws where there is none for this machine. */
export function loadLitesvm(): Litesvm {
  const name = installed()
  if (name === undefined) throw new Error(`there is no litesvm for ${platform}-${arch}`)
  return require(name) as Litesvm
}

function installed(): string | undefined {
  return packages.find((name) => {
    try {
      require.resolve(name)
      return true
    } catch {
      return false
    }
  })
}
