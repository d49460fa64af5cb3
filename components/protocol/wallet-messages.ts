// The messages on the wallet bridge's port, between the site's page (wallet-bridge-host.ts), which has the wallets, and the hosted
// page (wallet-bridge-client.ts), which calls them. All messages are plain data, and each side validates what it receives.
//
//   site --wallets--> hosted page        all wallets found so far, sent again for each new one
//   hosted page --request--> site        one of the methods below, to one of the wallets
//   site --answer | refusal--> hosted page
//   site --change--> hosted page         another account, another network, gone

import { invisibleCharacters } from './invisible-characters.ts'
import { isOwnershipRequest } from './ownership-message.ts'
import { isSmallPicture } from './picture-size.ts'

/** The wallet chooses its name and icon: the name is untrusted text, and the icon is a URL for `<img>` only. */
export interface FoundWallet {
  id: string
  name: string
  /** Stable across pages, if the wallet sets it. The id is not stable. */
  rdns: string
  /** A `data:` URL, or empty. */
  icon: string
  /** The kind of chain of its accounts. */
  family: 'evm' | 'solana'
}

export interface WalletCall {
  id: number
  wallet: string
  method: string
  params: unknown[]
}

/** The wallet, or the site's page, refused a call. The codes are those of EIP-1193. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The wallets that the hosted page can call. */
export interface Wallets {
  /** The wallets found so far. */
  list(): FoundWallet[]
  /** Calls the listener when a wallet is found or has changed. Returns a function that removes the listener. */
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
 * Only methods that the flow needs and that reveal no more than addresses. The only text to sign is the proof of the address
 * (ownership-message.ts). The methods for Solana are specific to this bridge: `connect` takes whether to connect silently,
 * `signTransaction` an address, a chain and a transaction in base64.
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

/** Whether the method is allowed and belongs to the wallet's kind of chain. */
export function isAllowedFor(
  { family }: Pick<FoundWallet, 'family'>,
  { method, params }: Pick<WalletCall, 'method' | 'params'>,
): boolean {
  return isAllowed(method, params) && method.startsWith('solana:') === (family === 'solana')
}

/** Whether the method is allowed for any wallet. */
export function isAllowed(method: string, params: readonly unknown[]): boolean {
  return allowedMethods.includes(method) && (method !== 'personal_sign' || isOwnershipRequest(params))
}

/** More than a user has. A page that announces wallets without end must not block the other page. */
export const walletsAtMost = 40

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isText = (value: unknown): value is string => typeof value === 'string'

/** A call, or null if the data is not one. The method may still be one that is not allowed. */
export function readWalletCall(data: unknown): WalletCall | null {
  if (!isFields(data) || !isId(data.id) || !isText(data.wallet) || !isText(data.method)) return null
  const { id, wallet, method, params = [] } = data
  return Array.isArray(params) ? { id, wallet, method, params } : null
}

/** Null if the data is none of the messages above. */
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

/** Removes invisible characters and those that change the writing direction. */
export function cleanText(text: unknown, length: number): string {
  return isText(text) ? [...text.replace(invisibleCharacters, '').trim()].slice(0, length).join('') : ''
}

/**
 * A small raster picture as a `data:` URL, or an empty text: no other URL is ever loaded. SVG is refused, because a few nested
 * elements can block a page for seconds.
 */
export function cleanIcon(icon: unknown): string {
  return isText(icon) && icon.length < 65_536 && isSmallPicture(icon) ? icon : ''
}
