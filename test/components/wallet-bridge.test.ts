import { aTimeout, expect, waitUntil } from '@open-wc/testing'
import { overPort } from '../../components/borrow-wallets.ts'
import { lendWallets } from '../../components/wallet-bridge.ts'
import type { Wallets } from '../../components/wallet-messages.ts'

interface Call {
  method: string
  params: unknown[]
}

function wallet(answer: (call: Call) => unknown = () => null) {
  const listeners = new Map<string, Set<() => void>>()
  const calls: Call[] = []
  const provider = {
    request: async (call: Call) => {
      calls.push(call)
      return answer(call)
    },
    on: (name: string, listener: () => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
  }
  const emit = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener()
  }
  const listening = () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0)
  return { provider, calls, emit, listening }
}

const announce = (provider: unknown, info: object = { uuid: '1', name: 'Tally', rdns: 'test.tally', icon: '' }) =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))

let end = () => {}

function lend(): Wallets {
  const { port1, port2 } = new MessageChannel()
  const stop = lendWallets(port1)
  end = () => {
    stop()
    port2.close()
  }
  return overPort(port2)
}

const listed = (wallets: Wallets, count: number) => waitUntil(() => wallets.list().length === count, `${count} wallets`)

async function refusalOf(asked: Promise<unknown>) {
  try {
    return `answered ${JSON.stringify(await asked)}`
  } catch (error) {
    return (error as { code?: number }).code ?? String(error)
  }
}

describe('wallet-bridge', () => {
  afterEach(() => {
    end()
    Reflect.deleteProperty(window, 'ethereum')
  })

  it('lends wallets that were there before, and those that announce themselves late, each once', async () => {
    const [early, late] = [wallet(), wallet()]
    const hear = () => announce(early.provider)
    addEventListener('eip6963:requestProvider', hear)
    const wallets = lend()
    await listed(wallets, 1)
    announce(late.provider, {
      uuid: '2',
      name: 'Late\u202e wallet\n',
      rdns: 'test.late',
      icon: 'https://evil.test/i.png',
    })
    announce(early.provider)
    await listed(wallets, 2)
    removeEventListener('eip6963:requestProvider', hear)
    expect(wallets.list()[1]).to.deep.equal({ id: '2', name: 'Late wallet', rdns: 'test.late', icon: '' })
  })

  it('takes what is in window.ethereum only where nothing announced itself', async () => {
    Object.assign(window, { ethereum: wallet().provider })
    const alone = lend()
    await listed(alone, 1)
    expect(alone.list()[0]?.name).to.equal('')
    end()
    const announced = lend()
    announce(wallet().provider)
    await aTimeout(350)
    expect(announced.list().map(({ name }) => name)).to.deep.equal(['Tally'])
  })

  it('passes on no method but those of a payment, and nothing but plain data', async () => {
    const { provider, calls } = wallet(() => ({ hash: '0x1', run() {}, when: new Date(0) }))
    const wallets = lend()
    announce(provider)
    await listed(wallets, 1)
    expect(await wallets.request('1', 'eth_chainId')).to.deep.equal({ hash: '0x1', when: '1970-01-01T00:00:00.000Z' })
    for (const method of ['eth_sign', 'personal_sign', 'eth_signTypedData_v4', 'wallet_requestPermissions'])
      expect(await refusalOf(wallets.request('1', method)), method).to.contain('not asked')
    expect(await refusalOf(wallets.request('9', 'eth_accounts'))).to.equal(4900)
    expect(calls.map(({ method }) => method)).to.deep.equal(['eth_chainId'])
  })

  it('finds the code of a refusal inside what a wallet wrapped around it', async () => {
    const refusals: [unknown, number][] = [
      [{ code: 4001, message: 'no' }, 4001],
      [{ code: -32603, data: { originalError: { code: 4902 } } }, 4902],
      [{ code: -32603, cause: { code: 4001 } }, 4001],
      [new Error('odd'), -32603],
      [null, -32603],
      ['text', -32603],
    ]
    for (const [thrown, code] of refusals) {
      const wallets = lend()
      announce(wallet(() => Promise.reject(thrown)).provider)
      await listed(wallets, 1)
      expect(await refusalOf(wallets.request('1', 'eth_accounts'))).to.equal(code)
      end()
    }
  })

  it('tells of changes, and listens to no wallet any more once it has ended', async () => {
    const { provider, emit, listening } = wallet()
    const wallets = lend()
    announce(provider)
    await listed(wallets, 1)
    let changes = 0
    wallets.onChange(() => changes++)
    emit('accountsChanged')
    await waitUntil(() => changes === 1)
    end()
    expect(listening()).to.equal(0)
    announce(wallet().provider)
    await aTimeout(20)
    expect(changes).to.equal(1)
  })

  it('is not broken by what claims to be a wallet', async () => {
    const wallets = lend()
    const throws = new Proxy({}, { get: () => { throw new Error('no') } }) // biome-ignore format: one line
    for (const provider of [null, 1, {}, { request: 1 }, throws]) announce(provider)
    dispatchEvent(new CustomEvent('eip6963:announceProvider'))
    announce(wallet().provider, throws)
    announce(wallet().provider)
    await listed(wallets, 1)
  })
})
