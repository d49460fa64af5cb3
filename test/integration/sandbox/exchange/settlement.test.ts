import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  type ChainHost,
  type SandboxExchange,
  startChainHost,
  startSandboxExchange,
} from '../../../../sandbox/processes.ts'
import { proofTest } from '../../../support/length.ts'
import { address, type Caller, caller, order, until } from '../../../support/test-exchange.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const testToken = '0x7e57000000000000000000000000000000000001'

describe('paying out on the local chains', () => {
  let dataDir: string
  let chain: ChainHost
  let exchange: SandboxExchange
  let sandbox: Caller
  let path: string
  let token: string

  const start = async () => {
    chain = await startChainHost({ dataDir })
    await startExchange()
  }
  const startExchange = async () => {
    exchange = await startSandboxExchange({ dataDir, rpcUrls: chain.urls })
    sandbox = caller(exchange.url)
    const signedIn = await sandbox.signIn('user_good')
    token = signedIn.token
    path = `/v1/accounts/${signedIn.accountId}`
  }
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'payout-'))
    await start()
  })
  after(async () => {
    await exchange.stop()
    await chain.stop()
    await rm(dataDir, { recursive: true })
  })

  const withdraw = async (fields: Record<string, unknown>) => {
    const { status, body } = await sandbox.call('POST', `${path}/withdrawals`, order(Date.now(), fields), token)
    assert.equal(status, 201)
    return body.withdrawal.id as string
  }
  const completed = (id: string) =>
    until(
      async () => (await sandbox.call('GET', `${path}/withdrawals/${id}`, undefined, token)).body.withdrawal,
      ({ status }) => status === 'completed',
    )
  const rpc = async (network: string, method: string, params: unknown[]) => {
    const { body } = await caller(chain.urls[network] ?? '').call('POST', '/', {
      jsonrpc: '2.0',
      id: 1,
      method,
      params,
    })
    return body.result
  }
  const coins = async (network: string) => BigInt(await rpc(network, 'eth_getBalance', [address, 'latest']))
  const tokens = async (to: string) => {
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    return BigInt(await rpc('ethereum', 'eth_call', [{ to, data }, 'latest']))
  }

  test('the chain receives exactly the ordered amount: USDC, ETH, TEST, and ETH on Base', async () => {
    const ids = await Promise.all([
      withdraw({ amount: '12.345678' }),
      withdraw({ asset: 'ETH', amount: '1.000000000000000001' }),
      withdraw({ asset: 'TEST', amount: '1234567.890123456789012345' }),
      withdraw({ asset: 'ETH', network: 'base', amount: '0.5' }),
    ])
    for (const id of ids) {
      const { hash, network } = await completed(id)
      assert.equal((await rpc(network, 'eth_getTransactionReceipt', [hash])).status, '0x1')
    }
    assert.equal(await tokens(usdc), 12_345_678n)
    assert.equal(await coins('ethereum'), 1_000_000_000_000_000_001n)
    assert.equal(await tokens(testToken), 1_234_567_890_123_456_789_012_345n)
    assert.equal(await coins('base'), 500_000_000_000_000_000n)
  })

  test('many at once are all paid, once each', async () => {
    const before = await tokens(usdc)
    const ids = await Promise.all(Array.from({ length: 20 }, () => withdraw({ amount: '2.000001' })))
    const hashes = new Set((await Promise.all(ids.map(completed))).map(({ hash }) => hash))
    assert.equal(hashes.size, 20)
    assert.equal(await tokens(usdc), before + 20n * 2_000_001n)
  })

  proofTest('a restart preserves balances, tokens and keys', async () => {
    const balances = async () => (await sandbox.call('GET', `${path}/balances`, undefined, token)).body
    const before = await balances()
    const earlierToken = token
    await exchange.stop()
    await startExchange()
    token = earlierToken
    assert.deepEqual(await balances(), before)
    assert.equal((await stat(join(dataDir, 'exchange/hot-wallet.key'))).mode & 0o777, 0o600)
  })

  proofTest('a withdrawal whose exchange is killed right after ordering is paid once, when it is back', async () => {
    const before = await tokens(usdc)
    const times = 3
    for (let time = 0; time < times; time++) {
      const id = await withdraw({ amount: '3.5' })
      await exchange.kill()
      await startExchange()
      await completed(id)
    }
    assert.equal(await tokens(usdc), before + BigInt(times) * 3_500_000n)
  })

  proofTest('a transaction lost with a killed chain is sent again, the same bytes', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => withdraw({ amount: '4.25' })))
    const hashes = (await Promise.all(ids.map(completed))).map(({ hash }) => hash as string)
    const paid = await tokens(usdc)
    await Promise.all([chain.kill(), exchange.kill()])
    await start()
    await until(
      () => tokens(usdc),
      (balance) => balance === paid,
    )
    for (const hash of hashes) {
      assert.equal((await rpc('ethereum', 'eth_getTransactionReceipt', [hash])).status, '0x1')
    }
  })

  proofTest('a chain that begins anew gets every payment again', async () => {
    const paid = await tokens(usdc)
    await exchange.stop()
    await chain.stop()
    await rm(join(dataDir, 'chain'), { recursive: true })
    await start()
    await until(
      () => tokens(usdc),
      (balance) => balance === paid,
    )
  })

  test('a withdrawal that the chain reverts fails, and its amount is available again', async () => {
    // The token's own contract takes no coins.
    const id = await withdraw({ asset: 'ETH', address: usdc, amount: '0.25' })
    const read = async () => (await sandbox.call('GET', `${path}/withdrawals/${id}`, undefined, token)).body.withdrawal
    const { reason } = await until(read, ({ status }) => status === 'failed')
    assert.match(reason, /reverted/)
  })

  test('after all this the books add up', async () => {
    const { body } = await sandbox.call('GET', '/console/state')
    assert.deepEqual(body.ledger.problems, [])
  })
})
