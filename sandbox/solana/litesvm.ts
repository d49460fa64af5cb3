// Solana's virtual machine. The package of this platform is loaded directly, because its wrapper depends on thirty others. On
// other platforms the sandbox runs without Solana.

import { createRequire } from 'node:module'

export interface VmAccount {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
}

/** The methods that the sandbox uses. */
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

/** `err` is set if the transaction failed. */
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
/** On Linux npm installs only the package for the system's C library. */
const packages = ['', '-gnu', '-musl'].map((library) => `litesvm-${platform}-${arch}${library}`)

export function hasLitesvm(): boolean {
  return installed() !== undefined
}

/** Throws if there is none for this platform. */
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
