// The requests to a wallet on Solana: account and network first, then a signature, and a new one if it came too late.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EffectDeps } from '../../../../components/flow/effects.ts'
import type { WalletOrder } from '../../../../components/flow/flow-context.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import { LinkRefusal } from '../../../../components/flow/link-api.ts'
import { sendWithWallet } from '../../../../components/flow/send-with-wallet.ts'
import { WalletRefusal, type Wallets } from '../../../../components/protocol/wallet-messages.ts'
import { wallets as found, walletOrder, walletTransfer } from '../../../components/samples.ts'

const from = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const chainId = 'solana:mainnet' as const
const request = { chainId, from, transaction: 'AQ==' }
const account = { address: from, chains: [chainId] }
const never = new Promise<never>(() => {})

type Results = Record<string, (params: unknown[]) => unknown>

/** `replies` are the server's to each signed transaction, the last one for all that follow. */
function setUp(transferId: string, results: Results = {}, replies: unknown[] = []) {
  const calls: [string, unknown[]][] = []
  const posts: [string, unknown][] = []
  const defaults: Results = { 'solana:connect': () => [account], 'solana:signTransaction': () => 'c2lnbmVk' }
  const wallets: Wallets = {
    list: () => found,
    onChange: () => () => {},
    request: async (_, method, params = []) => {
      calls.push([method, params])
      return { ...defaults, ...results }[method]?.(params)
    },
  }
  const sent = { ...walletTransfer, transferId, hash: 'S1' }
  const post = async (path: string, body: unknown) => {
    posts.push([path, body])
    if (path !== 'wallet/signed') return { transfer: null }
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply instanceof Error) throw reply
    return reply ?? { transfer: sent, walletRequest: null }
  }
  const deps = {
    api: { get: () => never, post },
    dispatch: () => {},
    now: () => 0,
    wait: (ms: number) => (ms === 2500 ? never : Promise.resolve()),
  } as unknown as EffectDeps
  const chain = { ...walletOrder.chain, chainId, chainName: 'Solana' }
  const order: WalletOrder = { request, chain, transfer: { ...walletTransfer, transferId } }
  const send = () => sendWithWallet({ wallets, wallet: found[0] ?? null, order }, deps, new AbortController().signal)
  const signatures = () => calls.filter(([method]) => method === 'solana:signTransaction').map(([, params]) => params)
  return { send, calls, posts, signatures }
}

const refusedWith = (event: FlowEvent) => (event.type === 'walletRefused' ? event.problem.errorType : event.type)
const refuse = (code: number) => () => {
  throw new WalletRefusal(code, 'no')
}

test('account and network are checked first, and the signed transaction is reported unchanged', async () => {
  const { send, calls, posts, signatures } = setUp('s1')
  const event = await send()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, 'S1')
  assert.deepEqual(calls[0], ['solana:connect', [true]])
  assert.deepEqual(signatures(), [[from, chainId, 'AQ==']])
  assert.deepEqual(posts, [['wallet/signed', { transferId: 's1', transaction: 'c2lnbmVk' }]])
})

test('the account is requested where it is not shared silently, and another account or network signs nothing', async () => {
  const silent = setUp('s2', { 'solana:connect': ([isSilent]) => (isSilent ? refuse(-32603)() : [account]) })
  assert.equal((await silent.send()).type, 'walletSent')
  const cases: [unknown, string][] = [
    [[{ ...account, address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' }], 'walletOtherAccount'],
    [[{ ...account, address: 7 }, null, 'x', { ...account, address: '0x12' }], 'walletOtherAccount'],
    ['nonsense', 'walletOtherAccount'],
    [[{ ...account, chains: ['solana:devnet', 'bitcoin:mainnet'] }], 'walletOtherNetwork'],
    [[{ ...account, chains: 'solana:mainnet' }], 'walletOtherNetwork'],
  ]
  for (const [accounts, type] of cases) {
    const { send, signatures } = setUp('s3', { 'solana:connect': () => accounts })
    assert.equal(refusedWith(await send()), type, JSON.stringify(accounts))
    assert.deepEqual(signatures(), [])
  }
})

test('a signature that came too late is requested again, up to a limit', async () => {
  const late = { transfer: walletTransfer, walletRequest: { ...request, transaction: 'Ag==' } }
  const { send, signatures } = setUp('s4', {}, [late, { transfer: { ...walletTransfer, hash: 'S2' } }])
  const event = await send()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, 'S2')
  assert.deepEqual(
    signatures().map(([, , transaction]) => transaction),
    ['AQ==', 'Ag=='],
  )
  const never = setUp('s5', {}, [late])
  assert.equal(refusedWith(await never.send()), 'walletRejected')
  assert.equal(never.signatures().length, 5)
})

test('after any refusal nothing was sent, and the server gets a report', async () => {
  const cases: [number, string][] = [
    [4001, 'walletRejected'],
    [4200, 'walletUnsupported'],
    [4100, 'walletUnauthorized'],
    [-32603, 'walletFailed'],
  ]
  for (const [code, type] of cases) {
    const { send, posts } = setUp(`s6${code}`, { 'solana:signTransaction': refuse(code) })
    assert.equal(refusedWith(await send()), type)
    assert.deepEqual(posts, [['wallet/declined', { transferId: `s6${code}` }]])
  }
})

test('a refusal by the server is shown, and a lost report is repeated', async () => {
  const problem = { errorType: 'walletSignedOther', message: '', errorData: { name: 'W' }, httpStatus: 422 }
  assert.equal(refusedWith(await setUp('s7', {}, [new LinkRefusal(problem)]).send()), 'walletSignedOther')
  const unreachable = new LinkRefusal({ ...problem, errorType: 'networkUnavailable', httpStatus: 503 })
  const signed = { transfer: { ...walletTransfer, hash: 'S3' }, walletRequest: null }
  const again = setUp('s8', {}, [new Error('lost'), unreachable, signed])
  assert.equal((await again.send()).type, 'walletSent')
  assert.deepEqual([again.posts.length, again.signatures().length], [3, 1])
  assert.equal(refusedWith(await setUp('s9', {}, [unreachable]).send()), 'networkUnavailable')
})

test('while the outcome is unknown the report is repeated, and no new signature is requested', async () => {
  const lost = Array.from({ length: 12 }, () => new Error('lost'))
  const limit = new LinkRefusal({ errorType: 'tooManyRequests', message: '', errorData: {}, httpStatus: 429 })
  const broken = new LinkRefusal({ errorType: 'internalError', message: '', errorData: {}, httpStatus: 500 })
  const signed = { transfer: { ...walletTransfer, hash: 'S4' }, walletRequest: null }
  const { send, posts, signatures } = setUp('s10', {}, [...lost, limit, broken, signed])
  assert.equal((await send()).type, 'walletSent')
  assert.deepEqual([posts.length, signatures().length], [15, 1])
})
