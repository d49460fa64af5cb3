import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { privateKeyToAccount } from 'viem/accounts'
import { anvilBinary } from '../../../../sandbox/chain/anvil-binary.ts'
import { sandboxNetworks } from '../../../../sandbox/chain/networks.ts'
import { commandLine } from '../../../../sandbox/chain/pid-file.ts'
import { type ChainHost, startChainHost } from '../../../../sandbox/processes.ts'
import { proofTest } from '../../../support/length.ts'
import { until } from '../../../support/test-exchange.ts'

const owner = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const receiver = '0xdf979ae7b879210cd0c28acd5827f59d7c8bc25d'

describe('the local chains', () => {
  let dataDir: string
  let chain: ChainHost
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'chain-'))
    chain = await startChainHost({ dataDir, fund: [owner.address] })
  })
  after(async () => {
    await chain.stop()
    await rm(dataDir, { recursive: true })
  })

  const rpc = async (network: string, method: string, params: unknown[] = []) => {
    const response = await fetch(chain.urls[network] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads from a response is checked by the test
    return (await response.json()) as any
  }
  const block = async () => Number(BigInt((await rpc('ethereum', 'eth_blockNumber')).result))
  const balance = async () => BigInt((await rpc('ethereum', 'eth_getBalance', [receiver, 'latest'])).result)
  const pay = async (value: bigint) => {
    const { result } = await rpc('ethereum', 'eth_getTransactionCount', [owner.address, 'pending'])
    const raw = await owner.signTransaction({
      chainId: 913370001,
      nonce: Number(BigInt(result)),
      to: receiver,
      value,
      gas: 21_000n,
      maxFeePerGas: 50_000_000_000n,
      maxPriorityFeePerGas: 1n,
    })
    return (await rpc('ethereum', 'eth_sendRawTransaction', [raw])).result as string
  }

  test('have distinct chain ids and the tokens with their decimals, and fund the given addresses', async () => {
    for (const { name, chainId, tokens } of sandboxNetworks) {
      assert.equal((await rpc(name, 'eth_chainId')).result, `0x${chainId.toString(16)}`)
      for (const { address, decimals } of tokens) {
        const read = async (data: string) =>
          BigInt((await rpc(name, 'eth_call', [{ to: address, data }, 'latest'])).result)
        assert.equal(await read('0x313ce567'), BigInt(decimals))
        const holder = owner.address.slice(2).toLowerCase().padStart(64, '0')
        assert.equal(await read(`0x70a08231${holder}`), 10n ** 12n * 10n ** BigInt(decimals))
      }
    }
  })

  test('run anvil itself at an address that a page cannot find by trying ports', async () => {
    const commands = chain.anvilPids.map((pid) => commandLine(pid) ?? '')
    assert.ok(commands.length > 0)
    for (const command of commands) assert.doesNotMatch(String(command), /--host[\s,\0]+127\.0\.0\.1/)
  })

  test('accept no admin call, neither alone nor in a batch', async () => {
    for (const method of [
      'anvil_setBalance',
      'evm_mine',
      'hardhat_impersonateAccount',
      'debug_traceTransaction',
      'eth_sendTransaction',
      'eth_accounts',
    ]) {
      assert.equal((await rpc('ethereum', method)).error.code, -32601, method)
    }
    const body = JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'anvil_mine', params: ['0x5'] },
    ])
    const before = await block()
    await fetch(chain.urls.ethereum ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    assert.equal(await block(), before)
  })

  test('refuse foreign pages, foreign host names and anything but JSON', async () => {
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(chain.urls.base ?? '', { method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.once('error', reject).end('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
      })
    const json = { 'content-type': 'application/json' }
    assert.equal(await status({ ...json, origin: 'https://evil.example' }), 403)
    assert.equal(await status({ ...json, origin: 'null' }), 403)
    assert.equal(await status({ ...json, host: 'evil.example' }), 403)
    assert.equal(await status({ 'content-type': 'text/plain' }), 415)
    assert.equal(await status({}), 415)
    assert.equal(await status({ ...json, origin: 'http://localhost:4001' }), 200)
  })

  test('confirm a transaction three times, then rest', async () => {
    await pay(5n)
    const minedAt = await block()
    await until(block, (head) => head === minedAt + 2)
    const restsAt = Date.now() + 1200
    await until(block, () => Date.now() > restsAt)
    assert.equal(await block(), minedAt + 2)
  })

  proofTest(
    'preserve everything over a stop, resume confirming, and begin anew where their state was left half written',
    async () => {
      await pay(7n)
      const [minedAt, before] = [await block(), await balance()]
      const fundsOnBase = async () => BigInt((await rpc('base', 'eth_getBalance', [owner.address, 'latest'])).result)
      assert.ok((await fundsOnBase()) > 0n)
      await chain.stop()
      await writeFile(join(dataDir, 'chain/base.json'), '{"block":')
      chain = await startChainHost({ dataDir })
      assert.equal(await balance(), before)
      await until(block, (head) => head === minedAt + 2)
      assert.equal(await fundsOnBase(), 0n)
    },
  )

  proofTest('outlive a killed host only until the next one starts', async () => {
    await pay(11n)
    const before = await balance()
    const stateFile = join(dataDir, 'chain/ethereum.json')
    const written = await readFile(stateFile, 'utf8')
    await until(
      () => readFile(stateFile, 'utf8'),
      (state) => state !== written,
    )
    process.kill(chain.pid, 'SIGKILL')
    await chain.exited
    assert.ok(chain.anvilPids.every(isAlive))
    const orphans = chain.anvilPids
    chain = await startChainHost({ dataDir })
    assert.ok(!orphans.some(isAlive))
    assert.equal(await balance(), before)
  })
})

test('without anvil one sentence states the fix', () => {
  assert.match(anvilBinary({ PATH: '' }), /anvil/)
})

// A process that is not reaped yet has no command line any more.
function isAlive(pid: number): boolean {
  return commandLine(pid) !== ''
}
