// What is said over the wallet bridge's port, between a site's page (wallet-bridge-host.ts), which has the wallets, and the hosted
// page (wallet-bridge-client.ts), which asks them. All of it is plain data, and each side checks what the other says.
//
//   site --wallets--> hosted page        those found so far, again with each that is found later
//   hosted page --request--> site        one of the methods below, to one of the wallets
//   site --answer | refusal--> hosted page
//   site --change--> hosted page         another account, another network, gone

import { invisibleCharacters } from './invisible-characters.ts'
import { isOwnershipRequest } from './ownership-message.ts'
import { isSmallPicture } from './picture-size.ts'

/** The name and the picture are the wallet's own word: foreign text, and an address for an `<img>` alone. */
export interface FoundWallet {
  id: string
  name: string
  /** The same wherever it is found, where the wallet says it; its id is not. */
  rdns: string
  /** A `data:` address, or empty. */
  icon: string
  /** On which kind of chain its accounts are. */
  family: 'evm' | 'solana'
}

export interface WalletCall {
  id: number
  wallet: string
  method: string
  params: unknown[]
}

/** A wallet, or the site between, said no. The codes are those of EIP-1193. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The wallets in reach of the hosted page, wherever they are. */
export interface Wallets {
  /** Those found so far. */
  list(): FoundWallet[]
  /** Calls back when another is found, or one has changed. Returns how to stop. */
  onChange(listener: () => void): () => void
  /** Rejects with a WalletRefusal. */
  request(wallet: string, method: string, params?: unknown[]): Promise<unknown>
}

export type WalletMessage =
  | { type: 'wallets'; wallets: FoundWallet[] }
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'refusal'; id: number; code: number; message: string }
  | { type: 'change'; wallet: string; name: 'accountsChanged' | 'chainChanged' | 'disconnect' }

/**
 * Nothing that reveals more than addresses or that the flow does not need. The only text to sign is a proof of the address
 * (ownership-message.ts). Of Solana they are ours:
 * `connect` takes whether to ask nobody, `signTransaction` an address, a chain and a transaction in base64.
 */
export const allowedMethods = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'solana:connect',
  'solana:signTransaction',
]

/** Whether it is a method, and one of the wallet's own kind of chain. */
export function isAllowedFor(
  { family }: Pick<FoundWallet, 'family'>,
  { method, params }: Pick<WalletCall, 'method' | 'params'>,
): boolean {
  return isAllowed(method, params) && method.startsWith('solana:') === (family === 'solana')
}

/** Whether any wallet may be called so. */
export function isAllowed(method: string, params: readonly unknown[]): boolean {
  return allowedMethods.includes(method) && (method !== 'personal_sign' || isOwnershipRequest(params))
}

/** More than anybody has: a page that announces them without end must not stop the other. */
export const walletsAtMost = 40

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isText = (value: unknown): value is string => typeof value === 'string'

/** A call, or null when it is none. Its method may still be one that is not lent. */
export function readWalletCall(data: unknown): WalletCall | null {
  if (!isFields(data) || !isId(data.id) || !isText(data.wallet) || !isText(data.method)) return null
  const { id, wallet, method, params = [] } = data
  return Array.isArray(params) ? { id, wallet, method, params } : null
}

/** Null when it is none of the words above. */
export function readWalletMessage(data: unknown): WalletMessage | null {
  if (!isFields(data)) return null
  const { type, id, wallet, name, code, message, wallets } = data
  if (type === 'wallets' && Array.isArray(wallets))
    return { type, wallets: wallets.slice(0, walletsAtMost).flatMap(readWallet) }
  if (type === 'answer' && isId(id)) return { type, id, result: data.result }
  if (type === 'refusal' && isId(id) && Number.isInteger(code) && isText(message))
    return { type, id, code: code as number, message }
  if (
    type === 'change' &&
    isText(wallet) &&
    (name === 'accountsChanged' || name === 'chainChanged' || name === 'disconnect')
  )
    return { type, wallet, name }
  return null
}

function readWallet(found: unknown): FoundWallet[] {
  if (!isFields(found) || ![found.id, found.name, found.rdns, found.icon].every(isText)) return []
  const { id, name, rdns, icon } = found as unknown as FoundWallet
  const family = found.family === 'solana' ? 'solana' : 'evm'
  return [{ id, name: cleanText(name, 40), rdns: cleanText(rdns, 100), icon: cleanIcon(icon), family }]
}

/** Without what cannot be seen or turns the direction of writing. */
export function cleanText(text: unknown, length: number): string {
  return isText(text) ? [...text.replace(invisibleCharacters, '').trim()].slice(0, length).join('') : ''
}

/**
 * A small raster picture inside its address, or nothing: no other address is ever loaded. A few nested elements of an SVG
 * block a page for seconds, therefore none is drawn.
 */
export function cleanIcon(icon: unknown): string {
  return isText(icon) && icon.length < 65_536 && isSmallPicture(icon) ? icon : ''
}
