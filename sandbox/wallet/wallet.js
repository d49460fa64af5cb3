// The Sandbox Wallet in a site's page. It announces itself like a browser extension (EIP-6963, and solana.js) and opens a window for
// each request. The sandbox's server signs. The window has switches for errors and other misbehaviour.

import { announceOnSolana } from './wallet/solana.js'
import { openPanel, requestApproval, showButton } from './wallet/window.js'

const home = new URL('.', import.meta.url)
const storageKey = 'sandbox-wallet'
const mainnet = { chainId: '0x1', name: 'Ethereum', nativeSymbol: 'ETH', tokens: [] }
const sentences = {
  4001: 'User rejected the request.',
  4100: 'The requested account has not been authorized.',
  4200: 'The wallet does not support this method.',
  4900: 'The wallet is disconnected from all chains.',
  4901: 'The wallet is disconnected from this chain.',
  4902: 'Unrecognized chain ID.',
  [-32002]: 'A request is already waiting for the user.',
  [-32603]: 'Internal JSON-RPC error.',
}
const defaultState = {
  account: 0,
  chainId: mainnet.chainId,
  known: [],
  connected: false,
  connect: '',
  switch: '',
  send: '',
  after: '',
}
const listeners = new Map()
let state = read()
let facts

/** Another tab or a test may have changed the state. */
function read() {
  return { ...defaultState, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
}

/** Accounts and chains, loaded with the first request of a site. */
function wallet() {
  facts ??= fetch(new URL('wallet/accounts', home)).then((response) => response.json())
  return facts
}

function emit(name, value) {
  for (const listener of listeners.get(name) ?? []) listener(value)
}

function change(next) {
  const before = state
  state = { ...read(), ...next }
  localStorage.setItem(storageKey, JSON.stringify(state))
  if (state.chainId !== before.chainId) emit('chainChanged', state.chainId)
  if (state.connected && (state.account !== before.account || !before.connected))
    visible().then((all) => emit('accountsChanged', all))
  if (!state.connected && before.connected) emit('accountsChanged', [])
}

function rpcError(code, inner) {
  const error = Object.assign(new Error(sentences[code] ?? 'It failed.'), { code })
  if (inner !== undefined) error.data = { originalError: { code: inner, message: sentences[inner] } }
  return error
}

/** The chosen error for this kind of request, if any. */
function refuse(kind) {
  const chosen = state[kind]
  if (chosen === 'wrapped') throw rpcError(-32603, 4902)
  if (/^-?\d+$/.test(chosen)) throw rpcError(Number(chosen))
}

async function visible() {
  const { accounts } = await wallet()
  return state.connected ? [accounts[state.account].address.toLowerCase()] : []
}

async function confirm(kind, request) {
  const { accounts, chains } = await wallet()
  const chain = [mainnet, ...chains].find(({ chainId }) => chainId === (request.chainId ?? state.chainId)) ?? mainnet
  const isApproved = await requestApproval({
    kind,
    request,
    chain,
    account: { ...accounts[state.account], ...request.account },
    ...panel(accounts, chains),
  })
  if (!isApproved) throw rpcError(4001)
}

function panel(accounts, chains) {
  return { accounts, chains: [mainnet, ...chains], read: () => state, change, reset: () => change(defaultState) }
}

async function connect() {
  refuse('connect')
  if (!state.connected) await confirm('connect', {})
  change({ connected: true })
  return visible()
}

async function switchChain([{ chainId }]) {
  refuse('switch')
  if (chainId === state.chainId || state.switch === 'silent') return null
  if (chainId !== mainnet.chainId && !state.known.includes(chainId)) throw rpcError(4902)
  await confirm('switch', { chainId })
  change({ chainId })
  return null
}

async function addChain([{ chainId, chainName, rpcUrls, nativeCurrency }]) {
  if (/^-?\d+$/.test(state.switch) && state.switch !== '4902') refuse('switch')
  const { chains } = await wallet()
  if (!chains.some((chain) => chain.chainId === chainId) || !rpcUrls?.length || nativeCurrency?.decimals !== 18)
    throw rpcError(-32602)
  await confirm('add', { chainId, chainName, rpcUrl: rpcUrls[0] })
  const isSwitched = state.switch !== 'addOnly'
  change({
    known: [...new Set([...state.known, chainId])],
    ...(isSwitched && { chainId }),
    ...(state.switch === '4902' && { switch: '' }),
  })
  return null
}

async function send([transaction]) {
  refuse('send')
  const [account] = await visible()
  if (transaction.from?.toLowerCase() !== account) throw rpcError(4100)
  if (transaction.chainId !== undefined && transaction.chainId !== state.chainId) throw rpcError(4901)
  await confirm('send', transaction)
  const { chains } = await wallet()
  const elsewhere = chains.find(({ chainId }) => chainId !== state.chainId)
  const { from, to, data = '0x', value = '0x0', gas } = transaction
  const fate = /^(spedUp|canceled|dropped)$/.test(state.after) ? state.after : 'sent'
  const chain = state.send === 'elsewhere' ? elsewhere.chainId : state.chainId
  const response = await fetch(new URL('wallet/send', home), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to, data, value, ...(gas && { gas }), chain, fate }),
  })
  const { hash, error, message } = await response.json()
  if (hash === undefined) throw Object.assign(rpcError(-32000), { message: error ?? message })
  if (state.after === 'fails') throw rpcError(-32603)
  return state.after === 'wrongHash' ? `0x${'5a'.repeat(32)}` : hash
}

/** EIP-191. `message` is the text in hex. */
async function signMessage([message, address]) {
  refuse('send')
  const [account] = await visible()
  if (address?.toLowerCase() !== account) throw rpcError(4100)
  const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  await confirm('message', { text: new TextDecoder().decode(bytes) })
  const response = await fetch(new URL('wallet/sign-message', home), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, message }),
  })
  return (await response.json()).signature
}

const methods = {
  eth_requestAccounts: connect,
  eth_accounts: visible,
  eth_chainId: async () => state.chainId,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_revokePermissions: async () => change({ connected: false }) ?? null,
  eth_sendTransaction: send,
  personal_sign: signMessage,
}

const provider = {
  async request({ method, params = [] }) {
    const run = Object.hasOwn(methods, method) ? methods[method] : null
    if (run === null) throw rpcError(4200)
    state = read()
    return run(params)
  },
  on(name, listener) {
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
  },
  removeListener(name, listener) {
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter((each) => each !== listener),
    )
  },
}

const info = Object.freeze({
  uuid: crypto.randomUUID(),
  name: 'Sandbox Wallet',
  rdns: 'sandbox.transfer-link.wallet',
  icon: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAFAAAABQCAYAAACOEfKtAAAGwklEQVR4AeycfWwURRTA38x9tHdXNUHRooaIENEQYoUYaOmZJuB/BNCIsRwoyIcl8Q8BJYD4FSKJghQSTdQgRrStHxHFkGj0H2NbPv6oIEoEFKNCIoFgFO+utNfu+N7Blu3tXu/2Zu5615vNvtvZmffevPnN7M7c3uY45LjND4vRjTPiD0fqo1sX1Mc+Qzm8IBz9JxKOiWIWipFijdTH9kQwdmrD/FoxKkcM4ArgwnBsTGM4tjkSjh71Q/wc5+IjYGwNYzAPpYYBuw6KfKMYKVZg8ABg7NQGvzd+IRKOdSHYTdRGN03ICiA5jYSjzYaAU2iwHoBNhpG3TUGwG6mNOEq3UZuzaSLySK9GTkxwAOwprCAAI3yjNjJgq0yQjQ3ihqGanBbgiqnCJwCeB2BlAQ5SNhMk749vIhYpxQOnjgDpphoLxr9FrSaUct+biAUxcQJhA9jQILw+b3wfKteh6P0ygTqfJ76X2Fw+vfppA3hLX/x1BlB7VUWniABe0vXEhtJWGQQwEo41AYMnrAo6bSGAbJKMLFkDABunRW/C/GYUvQ9BQAjYNv/eaLWpMgCQ+9hLmFmJovchCDAGAV8FrDNVkgAX3dc9TjBYZmbqYyYCbIU5CpMADWG8gBOHJ5PZCCmXbgaNQn8Fe5EcJQGCENPpRIsbAqKBtHljbc+dwNhEOtHiggAyI3ac88Q8F2Za1UKA2HF8oFVjydNJNwQ41HBc1wysadzYZqtbdS3AzLleeHCJr6BCdYauyTbK3PSIHU4i7LbczDNb+fwAG7ZXwpI1/oLCo86iOtdtqwSKIXOkuWkwgGoODPI2Aucs8sHYCTy36BRYjZvIYc5CnwJPzi5w7VzNkWKFc7Fc7ugxDGY3euWcKLCevcALo0ZjKxX4SnXB8CeMvA2Pxav8ePmw1DoLfu7zM1j6DN5L8lRzXgBOmeGBu6d7bCF//Wkf7Hk3kVf5Zk+frV6K5Z46ezw2xRwylAP04i3nsVX4kRLMkQP9sHtHb17hUee8t70XjnX1p9QOsHi1Dyg2W4FkhnKAcx/1wfU3Dnab6BWwa2uvZKjZm+98tReoTqsFxTQXJzVrnor04JZKekw3cexr7YO/zwsJ7+5Mz/8lYF+b/VLOx4SiFOCytfaJ48I5A/a+n3BHQIH23t0JoLqtrmhCefxptROKMoAz7vfApKn2G/XJo0ZyLUaL20IKrf9O/mhY+SXTNbUeqJtljzNZmMOHEoAMvTRtrHCsvnZW4b/GmR1VO9PrGNPK5yqAYnYsdJmJTXdp4aB+Vw0HNvxLPofInLMo1jsmc+dCl7lKvFTfqsSNy9Dl1G8eqyZmNV7k2lLS1koA4mMdG4TD+/vzvmimhXM2QrHYAlSUoQQg3VNS4/m+UwNMZaLPHQgoGYEOfssmSwOU7GoNsGgBSgZWKuZ6BEr2lAZY7gDNBwdDHfP1OJ/Yl/wIHAqcWaYBUlcXqZT8CBxurhqgZA+UPMAR8TRGshOlzDVAKXzDb1zyl/BwI9QAJXtgEEBJX2VprgFKdrsGqAFKEpA0VzICnX7WpJcszS/zw30s+ocJTj9rUtDDDc6sn2KRHGhpzZWMwLTey6BACcAzv9lfIyt2dqcVxawE4MmfDDh9qnBvoMp2zh+/GPDrMTWdzgWIf2UDIvv1S7qheUNP0bwPk+4hw5a1PfDs0ksUsrQQO84EnJX2dMVBV0fxvA+TDuAPB+1v8F8J3/WB2OEIVAfQdQQlboA3rbMclyDKRmAp8pCJmdhxMOAI6C03AsiOG4bv89ystRWx420HKo6DECc0DpcEkBmxS64D8Wb4lUvzslcXwJNXLicSRp9nOx7VLI7QURnslxIs8Bq1Mwnww4OB34VgOyhDS2YCxOqTdnaeNJMAKcESgc20sqa0liEICHExKgIvmxoDAFsOsYtC8JVmgT46EzAEX/5FJ/vPLB0ASBltHcE2IdgrlNZiJ0Bs2jqDH1tLBgGkgtaOwHq8lL+jtBYLAQFfEhtLTjJpAwjARAJCD4GAP0FvSQK4zDsNieAjgGwgZXMACEAzTKg7OAF130Qp6x3h7ayKB8fTHOEEwhEgKb7dxRIt7aGVhgFN6ETdMyByLicFsaY2CwOWtbaHlhOLdJWmBWgatHWG3uKGZxI63CkEFO6fI8wACn0UkMDb1y5qc2tn6J1M1WcESA4+6Kw8QT3BEmw8QnwD80bit5YYTp7NkGC3t3SEllKbsZ0Z96wAml5aDgXPtHaEnsRLO2D0szoAQV8B9+PxZ9Sh54qlAJZiPCuEOI4xY+xsiwA2DdtU1dpetZraiPlZ7/8DAAD//2Ro7asAAAAGSURBVAMAE9inzATAUyIAAAAASUVORK5CYII=',
})
const announce = () =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))

addEventListener('eip6963:requestProvider', announce)
announce()
announceOnSolana(info, {
  ...{ home, facts: wallet, refuse, rpcError, confirm, change },
  read() {
    state = read()
    return state
  },
})
showButton(info, async () => {
  const { accounts, chains } = await wallet()
  openPanel({ accounts, chain: mainnet, account: accounts[state.account], ...panel(accounts, chains) })
})
