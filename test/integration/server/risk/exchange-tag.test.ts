// An exchange that sends to a network with a tag only, where the network itself lets one be left out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { ton } from '../../../../server/networks/ton.ts'
import { configureTransfer } from '../../../../server/transfers/configure.ts'
import { previewTransfer } from '../../../../server/transfers/preview.ts'
import { startEngine } from '../../../support/engine.ts'

const address = 'UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF'

test('where an exchange demands a tag, only a destination that has one is offered, previewed and sent to', async () => {
  const engine = await startEngine()
  const { deps, script, clientId, accountId } = engine
  let tagRequired = true
  script.exchange.holdings = async () => [
    {
      ...{ symbol: 'TON', name: 'Toncoin', available: Amount.parse('100') },
      routes: [
        {
          ...{ networkKey: 'ton', contract: '', decimals: 9, minimum: Amount.parse('1'), maximum: null },
          ...{ step: Amount.parse('0.000000001'), networkFee: Amount.parse('0.1'), exchangeFee: Amount.zero },
          ...{ enabled: true, tagRequired, estimatedSeconds: 5 },
        },
      ],
    },
  ]
  script.exchange.prices = async () => new Map([['TON', Amount.parse('5.2')]])
  const account = await loadAccount(deps, clientId, accountId)
  const offered = async (addressTag: string) => {
    const destination = { networkId: ton.id, symbol: 'TON', address, addressTag }
    const { holdings } = await configureTransfer(deps, account, [destination])
    return holdings[0]?.networks[0]?.reason
  }
  const preview = (addressTag: string) => {
    const terms = { networkId: ton.id, symbol: 'TON', toAddress: address, addressTag, amount: Amount.parse('25') }
    return previewTransfer(deps, { account, ...terms, session: null })
  }
  const isTagRequired = ({ type, data }: ApiError) => type === 'tagRequired' && data.field === 'AddressTag'

  assert.equal(await offered(''), 'noTargetNetworkFound')
  assert.equal(await offered('order-7'), null)
  await assert.rejects(preview(''), isTagRequired)
  assert.equal((await preview('order-7')).terms.addressTag, 'order-7')

  tagRequired = false
  assert.equal(await offered(''), null)
  const shown = await preview('')
  tagRequired = true
  await assert.rejects(engine.execute(shown), isTagRequired)
  assert.equal(script.orders.length, 0)
  await engine.close()
})
