// What is asked of a wallet, in which order, and never twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWallet } from '../../../../components/flow/ask-wallet.ts'
import type { EffectDeps } from '../../../../components/flow/effects.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import { WalletRefusal, type Wallets } from '../../../../components/protocol/wallet-messages.ts'
import { wallets as found, walletOrder, walletTransfer } from '../../../components/samples.ts'

const hash = `0x${'ab'.repeat(32)}`
const { chainId, from } = walletOrder.request
const never = new Promise<never>(() => {})

type Answers = Record<string, unknown | ((params: unknown[]) => unknown)>

function setUp(answers: Answers, transferId: string) {
  const asked: string[] = []
  const told: [string, unknown][] = []
  const events: FlowEvent[] = []
  const usual: Answers = { eth_accounts: [from], eth_chainId: chainId, eth_sendTransaction: hash }
  const wallets: Wallets = {
    list: () => found,
    onChange: () => () => {},
    request: async (_, method, params = []) => {
      asked.push(method)
      const answer = { ...usual, ...answers }[method]
      return typeof answer === 'function' ? answer(params) : answer
    },
  }
  const sent = { ...walletTransfer, transferId, hash }
  const deps = {
    api: {
      get: () => never,
      post: async (path: string, body: unknown) => {
        told.push([path, body])
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
  const ask = (signal = new AbortController().signal) => askWallet({ wallets, wallet, order }, deps, signal)
  return { ask, asked, told, events }
}

const refusedWith = async (pending: Promise<FlowEvent>) => {
  const event = await pending
  return event.type === 'walletRefused' ? event.problem.errorType : event.type
}
const refuse = (code: number) => () => {
  throw new WalletRefusal(code, 'no')
}

test('account and chain are looked at right before the payment is asked for, and the hash is told', async () => {
  const { ask, asked, told } = setUp({}, 't1')
  const event = await ask()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, hash)
  assert.deepEqual(asked.slice(-3), ['eth_accounts', 'eth_chainId', 'eth_sendTransaction'])
  assert.deepEqual(told, [['wallet/sent', { transferId: 't1', hash }]])
})

test('a wallet that says yes to another chain and stays where it is gets no payment', async () => {
  const { ask, asked } = setUp({ eth_chainId: '0x1', wallet_switchEthereumChain: null }, 't2')
  assert.equal(await refusedWith(ask()), 'walletOtherNetwork')
  assert.ok(!asked.includes('eth_sendTransaction'))
})

for (const code of [4902, -32603, 4100]) {
  test(`a chain that a wallet does not know (${code}) is added, then asked for once more where it was not gone to`, async () => {
    let isThere = false
    const answers = {
      eth_chainId: () => (isThere ? chainId : '0x1'),
      wallet_switchEthereumChain: () => {
        if (!asked.includes('wallet_addEthereumChain')) refuse(code)()
        isThere = true
      },
      wallet_addEthereumChain: null,
    }
    const { ask, asked } = setUp(answers, `t3${code}`)
    assert.equal((await ask()).type, 'walletSent')
  })
}

test('another account than that of the preview gets no payment', async () => {
  const other = '0x00000000000000000000000000000000000000aa'
  const { ask, asked } = setUp({ eth_accounts: [other], eth_requestAccounts: [other] }, 't4')
  assert.equal(await refusedWith(ask()), 'walletOtherAccount')
  assert.ok(!asked.includes('eth_sendTransaction'))
})

test('what a wallet still shows is not asked for a second time, nor beside another payment', async () => {
  let answer = (_: string) => {}
  const shown = new Promise<string>((resolve) => {
    answer = resolve
  })
  const first = setUp({ eth_sendTransaction: () => shown }, 't5')
  const givenUp = new AbortController()
  first.ask(givenUp.signal)
  while (!first.asked.includes('eth_sendTransaction')) await new Promise(setImmediate)
  givenUp.abort()
  const again = first.ask()
  const other = setUp({}, 't6')
  assert.equal(await refusedWith(other.ask()), 'walletPending')
  assert.ok(!other.asked.includes('eth_sendTransaction'))
  answer(hash)
  assert.equal((await again).type, 'walletSent')
  assert.equal(first.asked.filter((method) => method === 'eth_sendTransaction').length, 1)
  assert.ok(first.told.some(([path]) => path === 'wallet/declined'))
  // The attempt that was given up tells of it, too: nobody waits for its answer.
  assert.deepEqual([...new Set(first.events.map(({ type }) => type))].includes('walletSent'), true)
  assert.equal((await setUp({}, 't7').ask()).type, 'walletSent')
})

test('only a clear no is told to the server as one', async () => {
  const cases: [number, string, boolean][] = [
    [4001, 'walletRejected', true],
    [-32603, 'walletFailed', false],
    [4900, 'walletDisconnected', false],
  ]
  for (const [code, type, isTold] of cases) {
    const { ask, told } = setUp({ eth_sendTransaction: refuse(code) }, `t8${code}`)
    assert.equal(await refusedWith(ask()), type)
    assert.equal(
      told.some(([path]) => path === 'wallet/declined'),
      isTold,
    )
  }
})

test('a hash that is none is told to nobody, and the transfer is followed all the same', async () => {
  const { ask, told } = setUp({ eth_sendTransaction: { hash: 'yes' } }, 't9')
  const event = await ask()
  assert.equal(event.type === 'walletSent' && event.transfer.hash, '')
  assert.deepEqual(told, [])
})
