// The requests to a wallet on an EVM network: their order, and that a payment is requested once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EffectDeps } from '../../../../components/flow/effects.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import { sendWithWallet } from '../../../../components/flow/send-with-wallet.ts'
import { WalletRefusal, type Wallets } from '../../../../components/protocol/wallet-messages.ts'
import { wallets as found, walletOrder, walletTransfer } from '../../../components/samples.ts'

const hash = `0x${'ab'.repeat(32)}`
const { chainId, from } = walletOrder.request
const never = new Promise<never>(() => {})

type Results = Record<string, unknown | ((params: unknown[]) => unknown)>

function setUp(results: Results, transferId: string) {
  const calls: string[] = []
  const posts: [string, unknown][] = []
  const events: FlowEvent[] = []
  const defaults: Results = { eth_accounts: [from], eth_chainId: chainId, eth_sendTransaction: hash }
  const wallets: Wallets = {
    list: () => found,
    onChange: () => () => {},
    request: async (_, method, params = []) => {
      calls.push(method)
      const result = { ...defaults, ...results }[method]
      return typeof result === 'function' ? result(params) : result
    },
  }
  const sent = { ...walletTransfer, transferId, hash }
  const deps = {
    api: {
      get: () => never,
      post: async (path: string, body: unknown) => {
        posts.push([path, body])
        return { transfer: path === 'wallet/sent' ? sent : null }
      },
    } as unknown as EffectDeps['api'],
    dispatch: (event: FlowEvent) => events.push(event),
    showOffline: () => {},
    now: () => 0,
    wait: () => never,
  } as unknown as EffectDeps
  const order = { ...walletOrder, transfer: { ...walletTransfer, transferId } }
  const wallet = found[0] ?? null
  const send = (signal = new AbortController().signal) => sendWithWallet({ wallets, wallet, order }, deps, signal)
  return { send, calls, posts, events }
}

const refusedWith = async (pending: Promise<FlowEvent>) => {
  const event = await pending
  return event.type === 'walletRefused' ? event.problem.errorType : event.type
}
const refuse = (code: number) => () => {
  throw new WalletRefusal(code, 'no')
}

test('account and network are checked right before the payment is requested, and the hash is reported', async () => {
  const { send, calls, posts } = setUp({}, 't1')
  const event = await send()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, hash)
  assert.deepEqual(calls.slice(-3), ['eth_accounts', 'eth_chainId', 'eth_sendTransaction'])
  assert.deepEqual(posts, [['wallet/sent', { transferId: 't1', hash }]])
})

test('a wallet that reports a switch but stays on its network gets no payment request', async () => {
  const { send, calls } = setUp({ eth_chainId: '0x1', wallet_switchEthereumChain: null }, 't2')
  assert.equal(await refusedWith(send()), 'walletOtherNetwork')
  assert.ok(!calls.includes('eth_sendTransaction'))
})

for (const code of [4902, -32603, 4100]) {
  test(`a network that a wallet does not know (${code}) is added, and selected if the wallet did not switch`, async () => {
    let isThere = false
    const results = {
      eth_chainId: () => (isThere ? chainId : '0x1'),
      wallet_switchEthereumChain: () => {
        if (!calls.includes('wallet_addEthereumChain')) refuse(code)()
        isThere = true
      },
      wallet_addEthereumChain: null,
    }
    const { send, calls } = setUp(results, `t3${code}`)
    assert.equal((await send()).type, 'walletSent')
  })
}

test('a wallet on another account than the preview’s gets no payment request', async () => {
  const other = '0x00000000000000000000000000000000000000aa'
  const { send, calls } = setUp({ eth_accounts: [other], eth_requestAccounts: [other] }, 't4')
  assert.equal(await refusedWith(send()), 'walletOtherAccount')
  assert.ok(!calls.includes('eth_sendTransaction'))
})

test('a request that the wallet still shows is not repeated, and no other payment is requested beside it', async () => {
  let respond = (_: string) => {}
  const shown = new Promise<string>((resolve) => {
    respond = resolve
  })
  const first = setUp({ eth_sendTransaction: () => shown }, 't5')
  const givenUp = new AbortController()
  first.send(givenUp.signal)
  while (!first.calls.includes('eth_sendTransaction')) await new Promise(setImmediate)
  givenUp.abort()
  const again = first.send()
  const other = setUp({}, 't6')
  assert.equal(await refusedWith(other.send()), 'walletPending')
  assert.ok(!other.calls.includes('eth_sendTransaction'))
  respond(hash)
  assert.equal((await again).type, 'walletSent')
  assert.equal(first.calls.filter((method) => method === 'eth_sendTransaction').length, 1)
  assert.ok(first.posts.some(([path]) => path === 'wallet/declined'))
  // The attempt that the user left dispatches the result, too: its promise is no longer awaited.
  assert.deepEqual([...new Set(first.events.map(({ type }) => type))].includes('walletSent'), true)
  assert.equal((await setUp({}, 't7').send()).type, 'walletSent')
})

test('only a definite refusal is reported to the server as declined', async () => {
  const cases: [number, string, boolean][] = [
    [4001, 'walletRejected', true],
    [-32603, 'walletFailed', false],
    [4900, 'walletDisconnected', false],
  ]
  for (const [code, type, isReported] of cases) {
    const { send, posts } = setUp({ eth_sendTransaction: refuse(code) }, `t8${code}`)
    assert.equal(await refusedWith(send()), type)
    assert.equal(
      posts.some(([path]) => path === 'wallet/declined'),
      isReported,
    )
  }
})

test('an invalid hash is not reported, and the transfer is polled all the same', async () => {
  const { send, posts } = setUp({ eth_sendTransaction: { hash: 'yes' } }, 't9')
  const event = await send()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, '')
  assert.deepEqual(posts, [])
})
