// Writes the sandbox's tokens and the wallets' funds into a chain's state, without transactions or a deployer. Repeating it changes
// nothing. The slots follow the order of the variables in SandboxToken.sol.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { anvilBatch, type RpcCall } from './anvil-rpc.ts'
import type { SandboxToken } from './networks.ts'
import token from './sandbox-token.json' with { type: 'json' }

const slots = { name: 0n, symbol: 1n, decimals: 2n, totalSupply: 3n, balanceOf: 4n }
const coinsPerWallet = 10n ** 27n // 10^9 coins
const wholeTokensPerWallet = 10n ** 12n

export async function seedTokens(url: string, tokens: SandboxToken[]): Promise<void> {
  const codes = await anvilBatch(
    url,
    tokens.map(({ address }) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  )
  const absent = tokens.filter((_, index) => codes[index] === '0x')
  await anvilBatch(url, absent.flatMap(tokenCalls))
}

/** The target balances of a wallet: the native coin, and tokens by symbol, in whole units. */
export interface WalletFunds {
  address: string
  coins: bigint
  /** One number applies to every token. */
  tokens: bigint | Record<string, bigint>
}

const coin = 10n ** 18n

/** `0x…` gets large balances of everything, `0x…=coin*3+USDC*2500` gets those amounts. */
export function parseWalletFunds(text: string): WalletFunds {
  const [address = '', amounts] = text.split('=')
  const parts = amounts?.split('+').map((part) => part.split('*')) ?? []
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || !parts.every(([, count = '']) => /^\d+$/.test(count)))
    throw new Error(
      `CHAIN_FUND must be addresses, or addresses with amounts such as 0x…=coin*3+USDC*2500, not ${text}.`,
    )
  if (amounts === undefined) return { address, coins: coinsPerWallet / coin, tokens: wholeTokensPerWallet }
  const { coin: coins = 0n, ...tokens } = Object.fromEntries(
    parts.map(([symbol, count = '']) => [symbol, BigInt(count)]),
  )
  return { address, coins, tokens }
}

/** Tops up a wallet's balances that have fallen below half of their target. */
export async function fundWallets(url: string, tokens: SandboxToken[], purses: WalletFunds[]): Promise<void> {
  for (const { address: wallet, coins, tokens: target } of purses) {
    const [held] = await anvilBatch(url, [{ method: 'eth_getBalance', params: [wallet, 'latest'] }])
    if (BigInt(String(held)) < (coins * coin) / 2n) {
      await anvilBatch(url, [{ method: 'anvil_setBalance', params: [wallet, toHex(coins * coin)] }])
    }
    for (const { address, symbol, decimals } of tokens) {
      const whole = typeof target === 'bigint' ? target : (target[symbol] ?? 0n)
      if (whole > 0n) await fundToken(url, { address, wallet, plenty: whole * 10n ** BigInt(decimals) })
    }
  }
}

async function fundToken(
  url: string,
  { address, wallet, plenty }: { address: string; wallet: string; plenty: bigint },
): Promise<void> {
  const balanceSlot = mapSlot(wallet, slots.balanceOf)
  const [balanceWord, supplyWord] = await anvilBatch(url, [
    { method: 'eth_getStorageAt', params: [address, balanceSlot, 'latest'] },
    { method: 'eth_getStorageAt', params: [address, word(slots.totalSupply), 'latest'] },
  ])
  const balance = BigInt(String(balanceWord))
  if (balance >= plenty / 2n) return
  const supply = BigInt(String(supplyWord)) + plenty - balance
  await anvilBatch(url, [
    setStorage(address, balanceSlot, word(plenty)),
    setStorage(address, word(slots.totalSupply), word(supply)),
  ])
}

function tokenCalls({ address, name, symbol, decimals }: SandboxToken): RpcCall[] {
  return [
    { method: 'anvil_setCode', params: [address, token.deployedBytecode] },
    setStorage(address, word(slots.name), shortText(name)),
    setStorage(address, word(slots.symbol), shortText(symbol)),
    setStorage(address, word(slots.decimals), word(BigInt(decimals))),
  ]
}

function setStorage(address: string, slot: string, value: string): RpcCall {
  return { method: 'anvil_setStorageAt', params: [address, slot, value] }
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

// Solidity stores a text of up to 31 bytes in one word, with twice its length in the last byte.
function shortText(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > 31) throw new RangeError('a token name has at most 31 bytes')
  return `0x${bytes.toString('hex').padEnd(62, '0')}${(bytes.length * 2).toString(16).padStart(2, '0')}`
}

function mapSlot(address: string, slot: bigint): string {
  const key = address.slice(2).toLowerCase().padStart(64, '0')
  return `0x${bytesToHex(keccak_256(hexToBytes(key + word(slot).slice(2))))}`
}
