import { aTimeout, expect, waitUntil } from '@open-wc/testing'
import { serveWallets } from '../../components/embed/wallet-bridge-host.ts'
import { overPort } from '../../components/flow/wallet-bridge-client.ts'
import type { Wallets } from '../../components/protocol/wallet-messages.ts'

const signer = `0x${'a'.repeat(40)}`
const ownershipText = [
  'Transfer Link: confirm that this address is yours.',
  '',
  'App: Shop',
  `Address: ${signer}`,
  'Purpose: match your payment to your account. This signature moves nothing and allows no payment.',
  'Code: 1f0f5a0e-6c1e-4c53-8d0e-0f6a2b9c7d11',
  'Valid until: 2026-11-20T12:05:00.000Z',
].join('\n')

/** As the server has it. */
function ownershipParams(text: string, address: string) {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return [`0x${digits.join('')}`, address]
}

interface Call {
  method: string
  params: unknown[]
}

function wallet(respond: (call: Call) => unknown = () => null) {
  const listeners = new Map<string, Set<() => void>>()
  const calls: Call[] = []
  const provider = {
    request: async (call: Call) => {
      calls.push(call)
      return respond(call)
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

const siteEvents = (provider: unknown, info: object = { uuid: '1', name: 'Tally', rdns: 'test.tally', icon: '' }) =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))

/** As the Wallet Standard has it. */
function standardWallet(signing: object | undefined) {
  const connects: unknown[] = []
  const listeners = new Set<() => void>()
  const accounts = [{ address: 'A1', chains: ['solana:localnet'], publicKey: new Uint8Array(32), run() {} }]
  const connect = async (input: unknown) => {
    connects.push(input)
    return { accounts }
  }
  const on = (_: string, listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const features = {
    'standard:connect': { connect },
    'standard:events': { on },
    ...(signing && { 'solana:signTransaction': signing }),
  }
  const wallet = { name: 'Sol', icon: 'https://evil.test/i.png', chains: ['solana:localnet'], accounts, features }
  return {
    ...wallet,
    connects,
    emit: () => {
      for (const listener of listeners) listener()
    },
    listening: () => listeners.size,
  }
}

const register = (wallet: unknown) =>
  dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (page: { register(...wallets: unknown[]): void }) => page.register(wallet),
    }),
  )

let end = () => {}

function openBridge(): Wallets {
  const { port1, port2 } = new MessageChannel()
  const stop = serveWallets(port1)
  end = () => {
    stop()
    port2.close()
  }
  return overPort(port2)
}

const listed = (wallets: Wallets, count: number) => waitUntil(() => wallets.list().length === count, `${count} wallets`)

async function refusalOf(request: Promise<unknown>) {
  try {
    return `returned ${JSON.stringify(await request)}`
  } catch (error) {
    return (error as { code?: number }).code ?? String(error)
  }
}

describe('wallet-bridge', () => {
  afterEach(() => {
    end()
    Reflect.deleteProperty(window, 'ethereum')
  })

  it('offers wallets that were there before, and those that announce themselves late, each once', async () => {
    const [early, late] = [wallet(), wallet()]
    const hear = () => siteEvents(early.provider)
    addEventListener('eip6963:requestProvider', hear)
    const wallets = openBridge()
    await listed(wallets, 1)
    siteEvents(late.provider, {
      uuid: '2',
      name: 'Late\u202e wallet\n',
      rdns: 'test.late',
      icon: 'https://evil.test/i.png',
    })
    siteEvents(early.provider)
    await listed(wallets, 2)
    removeEventListener('eip6963:requestProvider', hear)
    expect(wallets.list()[1]).to.deep.equal({
      id: '2',
      name: 'Late wallet',
      rdns: 'test.late',
      icon: '',
      family: 'evm',
    })
  })

  it('uses window.ethereum only if no wallet announced itself', async () => {
    Object.assign(window, { ethereum: wallet().provider })
    const alone = openBridge()
    await listed(alone, 1)
    expect(alone.list()[0]?.name).to.equal('')
    end()
    const announced = openBridge()
    siteEvents(wallet().provider)
    await aTimeout(350)
    expect(announced.list().map(({ name }) => name)).to.deep.equal(['Tally'])
  })

  it('passes on no method but those of a payment, and nothing but plain data', async () => {
    const { provider, calls } = wallet(() => ({ hash: '0x1', run() {}, when: new Date(0) }))
    const wallets = openBridge()
    siteEvents(provider)
    await listed(wallets, 1)
    expect(await wallets.request('1', 'eth_chainId')).to.deep.equal({ hash: '0x1', when: '1970-01-01T00:00:00.000Z' })
    for (const method of ['eth_sign', 'personal_sign', 'eth_signTypedData_v4', 'wallet_requestPermissions'])
      expect(await refusalOf(wallets.request('1', method)), method).to.contain('is not allowed')
    expect(await refusalOf(wallets.request('9', 'eth_accounts'))).to.equal(4900)
    expect(calls.map(({ method }) => method)).to.deep.equal(['eth_chainId'])
  })

  it('passes on one text to sign, the proof of an address, also where the hosted page wants another', async () => {
    const { provider, calls } = wallet()
    const { port1, port2 } = new MessageChannel()
    const stop = serveWallets(port1)
    end = () => {
      stop()
      port2.close()
    }
    siteEvents(provider)
    const own = ownershipParams(ownershipText, signer)
    const texts = [
      ownershipParams('Sign in to Shop', signer),
      ownershipParams(`${ownershipText} `, signer),
      [],
      [own[0]],
    ]
    const responses: unknown[] = []
    port2.onmessage = ({ data }) => data.id && responses.push(data.code ?? data.type)
    for (const [index, params] of [...texts, own].entries())
      port2.postMessage({ id: index + 1, wallet: '1', method: 'personal_sign', params })
    await waitUntil(() => responses.length === texts.length + 1, 'a response to each')
    expect(responses).to.deep.equal([...texts.map(() => 4200), 'answer'])
    expect(calls).to.deep.equal([{ method: 'personal_sign', params: own }])
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
      const wallets = openBridge()
      siteEvents(wallet(() => Promise.reject(thrown)).provider)
      await listed(wallets, 1)
      expect(await refusalOf(wallets.request('1', 'eth_accounts'))).to.equal(code)
      end()
    }
  })

  it('reports changes, and removes its listeners when it ends', async () => {
    const { provider, emit, listening } = wallet()
    const wallets = openBridge()
    siteEvents(provider)
    await listed(wallets, 1)
    let changes = 0
    wallets.onChange(() => changes++)
    emit('accountsChanged')
    await waitUntil(() => changes === 1)
    end()
    expect(listening()).to.equal(0)
    siteEvents(wallet().provider)
    await aTimeout(20)
    expect(changes).to.equal(1)
  })

  it('is not broken by what claims to be a wallet', async () => {
    const wallets = openBridge()
    const throws = new Proxy({}, { get: () => { throw new Error('no') } }) // biome-ignore format: one line
    for (const provider of [null, 1, {}, { request: 1 }, throws]) siteEvents(provider)
    dispatchEvent(new CustomEvent('eip6963:announceProvider'))
    siteEvents(wallet().provider, throws)
    siteEvents(wallet().provider)
    await listed(wallets, 1)
  })

  it('offers wallets for Solana by two methods, and nothing else of theirs', async () => {
    const signed: unknown[] = []
    const own = standardWallet({
      async signTransaction(...inputs: { transaction: Uint8Array }[]) {
        signed.push(...inputs)
        return inputs.map(({ transaction }) => ({ signedTransaction: transaction.map((byte) => byte + 1) }))
      },
    })
    const wallets = openBridge()
    register(own)
    register(own)
    register({ ...own, name: 'Elsewhere', chains: ['sui:mainnet'] })
    await listed(wallets, 1)
    const { icon, ...found } = wallets.list()[0] ?? {}
    expect([found, icon]).to.deep.equal([{ id: '1', name: 'Sol', rdns: 'Sol', family: 'solana' }, ''])
    const connected = await wallets.request('1', 'solana:connect', [true])
    expect(connected).to.deep.equal([{ address: 'A1', chains: ['solana:localnet'] }])
    expect(own.connects).to.deep.equal([{ silent: true }])
    const result = await wallets.request('1', 'solana:signTransaction', ['A1', 'solana:localnet', btoa('abc')])
    expect(atob(String(result))).to.equal('bcd')
    const [{ account, chain, transaction }] = signed as [Record<string, unknown>]
    expect([account === own.accounts[0], chain, [...(transaction as Uint8Array)]]).to.deep.equal([
      true,
      'solana:localnet',
      [97, 98, 99],
    ])
    expect(await refusalOf(wallets.request('1', 'solana:signTransaction', ['B2', 'solana:localnet', '']))).to.equal(
      4100,
    )
    for (const method of ['eth_accounts', 'eth_sendTransaction'])
      expect(await refusalOf(wallets.request('1', method)), method).to.equal(4200)
    for (const method of ['solana:signMessage', 'solana:signAndSendTransaction', 'standard:connect'])
      expect(await refusalOf(wallets.request('1', method)), method).to.contain('is not allowed')
  })

  it('rejects Solana methods for a wallet of another chain type', async () => {
    const { provider, calls } = wallet()
    const wallets = openBridge()
    siteEvents(provider)
    await listed(wallets, 1)
    expect(await refusalOf(wallets.request('1', 'solana:connect', [false]))).to.equal(4200)
    expect(calls).to.deep.equal([])
  })

  it('reports what a Solana wallet does not support, and a rejection that has no error code', async () => {
    const no = standardWallet({ signTransaction: () => Promise.reject(new Error('User rejected the request.')) })
    const odd = standardWallet({ signTransaction: () => Promise.reject(null) })
    const none = standardWallet(undefined)
    const wallets = openBridge()
    for (const each of [no, odd, none]) register(each)
    await listed(wallets, 3)
    const sign = (id: string) => refusalOf(wallets.request(id, 'solana:signTransaction', ['A1', 'solana:localnet', '']))
    expect([await sign('1'), await sign('2'), await sign('3')]).to.deep.equal([4001, -32603, 4200])
    expect(await refusalOf(wallets.request('3', 'solana:connect', [false]))).to.equal(4200)
  })

  it('finds Solana wallets that registered earlier, and none after its end', async () => {
    const own = standardWallet({ signTransaction: async () => [] })
    let page: { register(...wallets: unknown[]): void } | null = null
    const hear = ({ detail }: CustomEventInit) => {
      page = detail
      detail.register(own)
    }
    addEventListener('wallet-standard:app-ready', hear as EventListener)
    const wallets = openBridge()
    removeEventListener('wallet-standard:app-ready', hear as EventListener)
    await listed(wallets, 1)
    let changes = 0
    wallets.onChange(() => changes++)
    own.emit()
    await waitUntil(() => changes === 1)
    end()
    expect(own.listening()).to.equal(0)
    page = page as { register(...wallets: unknown[]): void } | null
    page?.register(standardWallet({ signTransaction: async () => [] }))
    await aTimeout(20)
    expect(changes).to.equal(1)
  })

  it('is not broken by what claims to be a wallet for Solana', async () => {
    const wallets = openBridge()
    const throws = new Proxy({}, { get: () => { throw new Error('no') } }) // biome-ignore format: one line
    const own = standardWallet({ signTransaction: async () => [] })
    for (const each of [null, 1, {}, { chains: 1 }, throws, { ...own, features: throws }]) register(each)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet'))
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: { call: 1 } }))
    register(own)
    await listed(wallets, 2)
    expect(await refusalOf(wallets.request('1', 'solana:connect', []))).to.equal(-32603)
    // Without a signature there is none to hand over.
    expect(await refusalOf(wallets.request('2', 'solana:signTransaction', ['A1', 'x', '']))).to.equal('returned null')
  })

  it('refuses for a wallet whose error throws when it is read, and limits the number of wallets', async () => {
    const trap = new Proxy({}, { get: () => { throw new Error('no') } }) // biome-ignore format: one line
    const { provider } = wallet(() => { throw trap }) // biome-ignore format: one line
    const wallets = openBridge()
    siteEvents(provider)
    const rejects = standardWallet({
      signTransaction: () => Promise.reject({ code: 'NO', message: 'User rejected it' }),
    })
    register(rejects)
    await listed(wallets, 2)
    expect(await refusalOf(wallets.request('1', 'eth_accounts'))).to.equal(-32603)
    const sign = wallets.request('2', 'solana:signTransaction', ['A1', 'solana:localnet', ''])
    expect(await refusalOf(sign)).to.equal(4001)
    for (let count = 0; count < 200; count++) siteEvents(wallet().provider)
    await listed(wallets, 40)
    await aTimeout(20)
    expect(wallets.list().length).to.equal(40)
  })
})
