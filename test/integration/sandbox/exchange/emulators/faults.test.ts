// Every class of fault once in each emulator, with ccxt as the client that has to bear it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { shareOf } from '../../../../support/length.ts'
import { address, startTestExchange, type TestExchange, until } from '../../../../support/test-exchange.ts'
import { binanceClient, coinbaseClient, keyOf, krakenClient } from './ccxt.ts'
import { tokensOf } from './oauth.ts'

interface Row {
  id?: string
  amount: string
  status: string
  network: string
  hash: string
}

interface Transaction {
  id: string
  status: string
  amount: { amount: string }
  network: { network_name: string; hash?: string }
}

interface Tried {
  emulator: string
  client: { timeout: number }
  /** Returns the id in the response to the order. */
  withdraw(): Promise<string>
  list(): Promise<Row[]>
  read(): Promise<unknown>
  /** The words of a refusal for a nonce or a time, for too many calls, for an address that is not saved. */
  words: Record<'nonceWrong' | 'rateLimited' | 'addressNotSaved' | 'insufficientFunds' | 'unknownStatus', RegExp>
}

const amount = '12.5'

async function kraken(sandbox: TestExchange): Promise<Tried> {
  const client = await krakenClient(sandbox, await keyOf(sandbox, 'kraken', 'user_good'))
  await sandbox.call('POST', '/console/addresses', { login: 'user_good', label: 'mine', network: 'base', address })
  return {
    client,
    emulator: 'kraken',
    withdraw: async () => (await client.privatePostWithdraw({ asset: 'USDC', key: 'mine', amount })).result.refid,
    list: async () => {
      const { result } = await client.privatePostWithdrawStatus({ asset: 'USDC' })
      return result.map((row: Record<string, string>) => ({ ...row, id: row.refid, hash: row.txid ?? '' }))
    },
    read: () => client.privatePostBalance(),
    words: {
      nonceWrong: /EAPI:Invalid nonce/,
      rateLimited: /EAPI:Rate limit exceeded/,
      addressNotSaved: /EFunding:Unknown withdraw key/,
      insufficientFunds: /EFunding:Insufficient funds/,
      unknownStatus: /^Deferred$/,
    },
  }
}

async function binance(sandbox: TestExchange): Promise<Tried> {
  const client = await binanceClient(sandbox, await keyOf(sandbox, 'binance', 'user_good'))
  const order = { coin: 'USDC', network: 'BASE', address, amount }
  return {
    client,
    emulator: 'binance',
    withdraw: async () => (await client.sapiPostCapitalWithdrawApply({ ...order, withdrawOrderId: randomUUID() })).id,
    list: async () =>
      (await client.sapiGetCapitalWithdrawHistory()).map((row: Record<string, string>) => ({
        ...row,
        status: String(row.status),
        hash: row.txId,
      })),
    read: () => client.sapiGetAccountStatus(),
    words: {
      nonceWrong: /-1021/,
      rateLimited: /-1003/,
      addressNotSaved: /-4035/,
      insufficientFunds: /-4026/,
      unknownStatus: /^9$/,
    },
  }
}

async function coinbase(sandbox: TestExchange): Promise<Tried> {
  const client = await coinbaseClient(sandbox, (await tokensOf(sandbox, 'user_good')).access_token)
  const account_id = (await client.v2PrivateGetAccountsAccountId({ account_id: 'USDC' })).data.id
  const order = { account_id, type: 'send', to: address, amount, currency: 'USDC', network: 'base' }
  return {
    client,
    emulator: 'coinbase',
    withdraw: async () =>
      (await client.v2PrivatePostAccountsAccountIdTransactions({ ...order, idem: randomUUID() })).data.id,
    list: async () => {
      const { data } = await client.v2PrivateGetAccountsAccountIdTransactions({ account_id, limit: 100 })
      return (data as Transaction[]).map(({ id, status, amount, network }) => {
        const { network_name, hash = '' } = network
        return { id, status, amount: amount.amount, network: network_name, hash }
      })
    },
    read: () => client.v2PrivateGetUser(),
    words: {
      nonceWrong: /expired_token/,
      rateLimited: /rate_limit_exceeded/,
      addressNotSaved: /not in your allowlist/,
      insufficientFunds: /don't have that much/,
      unknownStatus: /^deferred$/,
    },
  }
}

for (const make of shareOf([kraken, binance, coinbase], 1)) {
  describe(`faults of the ${make.name} emulator`, () => {
    let sandbox: TestExchange
    let tried: Tried
    before(async () => {
      sandbox = await startTestExchange()
      tried = await make(sandbox)
      await tried.withdraw()
    })
    beforeEach(() => faults({}))
    after(() => {
      assert.deepEqual(sandbox.exchange.ledger.check(), [])
      sandbox.close()
    })

    const faults = (body: object) => sandbox.call('PUT', `/console/emulators/${tried.emulator}/faults`, body)
    const happened = () => sandbox.exchange.withdrawals.all().length
    const withFaults = async (body: object, act: () => Promise<unknown>) => {
      await faults(body)
      try {
        await act()
      } finally {
        await faults({})
      }
    }

    test('faults before the order leave nothing done', async () => {
      const before = happened()
      for (const name of [
        'down',
        'error500Before',
        'busy',
        'maintenance',
        'banned',
        'keyRevoked',
        'unknownCodeBefore',
      ]) {
        await withFaults({ [name]: true }, () => assert.rejects(tried.withdraw(), name))
      }
      for (const name of ['nonceWrong', 'rateLimited', 'addressNotSaved', 'insufficientFunds'] as const) {
        await withFaults({ [name]: true }, () => assert.rejects(tried.withdraw(), tried.words[name], name))
      }
      assert.equal(happened(), before)
      await withFaults({ addressNotSaved: true }, tried.read)
    })

    test('faults after the order leave it done, once, and on record', async () => {
      let done = happened()
      const names = ['loseAnswer', 'error500After', 'error502After', 'error504After', 'empty400After', 'halfAnswer']
      for (const name of [...names, 'internalErrorAfter', 'unknownCodeAfter']) {
        await withFaults({ [name]: true, times: 1 }, () => assert.rejects(tried.withdraw(), name))
        assert.equal(happened(), ++done, name)
      }
      tried.client.timeout = 150
      await withFaults({ hangAfter: { times: 1 } }, async () => {
        await assert.rejects(tried.withdraw(), 'hangAfter')
        await until(
          async () => happened(),
          (now) => now === done + 1,
        )
      })
      tried.client.timeout = 10_000
      // ccxt takes half of a JSON text for a text: there is no id in it.
      await withFaults({ truncatedAnswer: true }, async () => {
        assert.equal(await tried.withdraw().catch(() => undefined), undefined)
      })
      assert.equal(happened(), done + 2)
      const { requests } = (await sandbox.call('GET', `/console/emulators/${tried.emulator}/requests?kind=withdraw`))
        .body
      assert.ok(requests.some(({ answer }: { answer: string }) => /lost/.test(answer)))
    })

    test('the response to an order has another’s id, other types, or far too much data', async () => {
      const real = await tried.withdraw()
      await withFaults({ foreignAnswer: true }, async () => {
        const found = await tried.withdraw()
        assert.ok(found !== real && !(await withoutFaults()).some(({ id }) => id === found))
      })
      await withFaults({ wrongTypedAnswer: true }, async () => assert.equal(typeof (await tried.withdraw()), 'number'))
      await withFaults({ hugeAnswer: true }, async () => assert.ok(await tried.withdraw()))
    })

    const withoutFaults = async () => {
      await faults({})
      return tried.list()
    }

    test('the list has unknown statuses, other networks and amounts, no hash, duplicates, missing rows, or nothing yet', async () => {
      const right = await tried.list()
      const listed = async (body: object) => {
        let list: Row[] = []
        await withFaults(body, async () => {
          list = await tried.list()
        })
        return list
      }
      assert.match((await listed({ unknownStatus: true }))[0]?.status ?? '', tried.words.unknownStatus)
      assert.notEqual((await listed({ foreignNetwork: true }))[0]?.network, right[0]?.network)
      assert.notEqual((await listed({ mutatedAmounts: true }))[0]?.amount, right[0]?.amount)
      assert.ok((await listed({ noHash: true })).every(({ hash }) => hash === ''))
      assert.notEqual((await listed({ listedAsFailed: true }))[0]?.status, right[0]?.status)
      assert.equal((await listed({ duplicatedEntries: true })).length, right.length * 2)
      assert.equal((await listed({ partialPages: true })).length, Math.floor(right.length / 2))
      assert.deepEqual(await listed({ invisible: true }), [])
      sandbox.clock.now += 1000
      assert.equal((await listed({ invisible: 1000 })).length, right.length)
    })

    test('an order waits for the console, or fails after all; either way the books add up', async () => {
      await withFaults({ heldForReview: true }, tried.withdraw)
      await withFaults({ failsLater: true }, tried.withdraw)
      const [failing, held] = sandbox.exchange.withdrawals.all()
      assert.deepEqual([failing?.review, held?.review], ['fail', 'hold'])
      sandbox.clock.now += 2000
      await until(
        tried.list,
        ([first]) => first?.status === { kraken: 'Failure', binance: '5', coinbase: 'failed' }[tried.emulator],
      )
      await sandbox.call('POST', `/console/withdrawals/${held?.id}/release`, {})
      await until(tried.list, ([_, second]) => second?.hash !== '')
      await withFaults({ internalTransfer: true }, async () =>
        assert.doesNotMatch((await tried.list())[1]?.hash ?? '', /^hash of/),
      )
    })

    test('the real limits hold when they are switched on', async () => {
      await withFaults({ realLimits: true }, async () => {
        const kind = tried.emulator === 'kraken' ? tried.read : tried.list
        const calls = { kraken: 15, binance: 10, coinbase: 20 }[tried.emulator] ?? 0
        for (let call = 0; call < calls; call++) await kind()
        if (tried.emulator !== 'coinbase') await assert.rejects(kind(), tried.words.rateLimited)
      })
    })

    test('an unknown fault is refused by name', async () => {
      assert.match((await faults({ lateAnswer: true })).body.error.message, /loseAnswer/)
    })
  })
}

describe('faults of a clock, and of a code', () => {
  let sandbox: TestExchange
  before(async () => {
    sandbox = await startTestExchange()
  })
  after(() => sandbox.close())

  test('Binance refuses times too far from its wrong clock, and returns that clock’s time', async () => {
    const client = await binanceClient(sandbox, await keyOf(sandbox, 'binance', 'user_good'))
    await sandbox.call('PUT', '/console/emulators/binance/faults', { clockSkew: -90_000 })
    await assert.rejects(client.sapiGetAccountStatus(), /ahead of the server's time/)
    assert.equal((await client.publicGetTime()).serverTime, sandbox.clock.now - 90_000)
    client.nonce = () => sandbox.clock.now - 90_000
    await client.sapiGetAccountStatus()
  })

  test('Coinbase can be set to require a code from any user, and accepts it', async () => {
    const client = await coinbaseClient(sandbox, (await tokensOf(sandbox, 'user_good')).access_token)
    await sandbox.call('PUT', '/console/emulators/coinbase/faults', { codeRequired: true })
    const order = { account_id: 'USDC', type: 'send', to: address, amount, currency: 'USDC', idem: 'coded' }
    await assert.rejects(client.v2PrivatePostAccountsAccountIdTransactions(order), /two_factor_required/)
    client.headers = { 'CB-2FA-TOKEN': '123456' }
    assert.equal((await client.v2PrivatePostAccountsAccountIdTransactions(order)).data.idem, 'coded')
  })
})
