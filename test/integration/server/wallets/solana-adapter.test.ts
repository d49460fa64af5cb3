// The sendable balance of a wallet on Solana: fee, deposits, and addresses at which a payment would be lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hasLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import { tokenAccountOf, tokenProgram } from '../../../../server/chains/solana-keys.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { solana } from '../../../../server/networks/solana.ts'
import { requestWallet } from '../../../../server/wallets/request-wallet.ts'
import { solanaHoldings } from '../../../../server/wallets/solana-adapter.ts'
import { type SolanaEngine, startSolanaEngine } from '../../../support/solana-engine.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'

const usdc = solana.tokens.find(({ symbol }) => symbol === 'USDC')?.contract ?? ''
const skip = hasLitesvm() ? false : 'no litesvm for this machine'

let engine: SolanaEngine
before(async () => {
  if (!skip) engine = await startSolanaEngine()
})
after(() => engine?.close())

test('coins and tokens are read from the chain, and an account’s required deposit cannot be sent', {
  skip,
}, async () => {
  const holdings = await solanaHoldings(engine.at, engine.owner.address)
  assert.deepEqual(
    holdings.map(({ symbol, available, routes: [route] }) => [symbol, String(available), String(route?.available)]),
    [
      ['SOL', '5', '4.99910912'],
      ['USDC', '2500', '2500'],
    ],
  )
  const [coin, token] = holdings.map(({ routes }) => routes[0])
  assert.deepEqual([String(coin?.networkFee), coin?.gas], ['0.000013', undefined])
  assert.deepEqual([String(token?.gas?.fee), token?.gas?.symbol], ['0.000013', 'SOL'])
  assert.deepEqual(await solanaHoldings(engine.at, newSolanaKey().address), [])
})

test('the full available balance is sent, and the account’s deposit remains', { skip }, async () => {
  const own = await startSolanaEngine()
  const fee = '0.000013'
  const { request, transfer } = await own.requestPayment('4.99909612', { symbol: 'SOL' })
  assert.equal(String(transfer.terms.networkFee), fee)
  assert.equal(transfer.terms.feeIsEstimate, true)
  await own.hand(transfer, own.owner.sign(request.transaction))
  assert.equal(own.balance(own.owner.address), 890_880n)
  await assert.rejects(own.preview('0.0000001', { symbol: 'SOL' }), { type: 'insufficientBalance' })
  await assert.rejects(own.preview('1'), { type: 'insufficientForGas' })
  await own.close()
})

test('without any coin the deposit of the account itself is missing too, and not the fee alone', { skip }, async () => {
  const { node, owner, preview } = engine
  node.intercept.with = (method, params) => {
    if (method !== 'getMultipleAccounts') return undefined
    const response = node.ledger().respond(method, params) as { value: unknown[] }
    const index = (params[0] as string[]).indexOf(owner.address)
    if (index >= 0) response.value[index] = null
    return response
  }
  const refusal: unknown = await preview('1').catch((error: unknown) => error)
  node.intercept.with = null
  const { data } = refusal as { data: { fee: string; missing: string } }
  assert.deepEqual([data.fee, data.missing], ['0.000013', '0.00090388'])
})

test('a recipient without an account for the token: its deposit is named, and paid', { skip }, async () => {
  const { requestPayment, hand, owner, balance, node } = engine
  const to = newSolanaKey().address
  const { request, transfer } = await requestPayment('1', { to })
  const { gas } = transfer.terms
  assert.deepEqual([String(gas?.fee), String(gas?.deposit)], ['0.00205228', '0.00203928'])
  const before = balance(owner.address)
  await hand(transfer, owner.sign(request.transaction))
  assert.equal(before - balance(owner.address), 2_052_280n)
  assert.equal(balance(tokenAccountOf(to, usdc)), 2_039_280n)
  engine.wait(1_000)
  assert.equal((await engine.preview('1', { to })).terms.gas?.deposit, undefined)
  assert.ok(node.calls.includes('getFeeForMessage'))
})

test('coins for that deposit spent after the preview: an error before any request to the wallet', {
  skip,
}, async () => {
  const own = await startSolanaEngine()
  const { id: previewId, accountId, clientId } = await own.preview('1', { to: newSolanaKey().address })
  const { request, transfer } = await own.requestPayment('4.998', { symbol: 'SOL' })
  await own.hand(transfer, own.owner.sign(request.transaction))
  own.wait(1_000)
  const order = { clientId, accountId, sessionId: null, linkId: null, userId: 'user-1', transactionId: null }
  await assert.rejects(requestWallet(own.deps, { ...order, previewId }), { type: 'insufficientForGas' })
  await own.close()
})

test('to an account that is new no less than its deposit can be sent', { skip }, async () => {
  const to = newSolanaKey().address
  await assert.rejects(engine.preview('0.00089087', { symbol: 'SOL', to }), {
    type: 'amountBelowMinimum',
    data: { minimum: '0.00089088', symbol: 'SOL', network: 'Solana' },
  })
  assert.equal(String((await engine.preview('0.00089088', { symbol: 'SOL', to })).terms.amount), '0.00089088')
  assert.equal(String((await engine.preview('0.00001', { symbol: 'SOL' })).terms.amount), '0.00001')
})

test('nothing is sent to an account for a token, to a program, or to the sender', { skip }, async () => {
  const lost = [tokenAccountOf(engine.recipient, usdc), tokenProgram]
  for (const to of lost) {
    for (const symbol of ['USDC', 'SOL']) {
      const isExpected = ({ type, data }: ApiError) => type === 'riskBlocked' && data.field === 'ToAddress'
      await assert.rejects(engine.preview('1', { symbol, to }), isExpected, to)
    }
  }
  const to = engine.owner.address
  await assert.rejects(engine.preview('1', { to }), { type: 'destinationIsOrigin' })
  await assert.rejects(engine.preview('1', { symbol: 'SOL', to }), { type: 'destinationIsOrigin' })
})

test('the balance of a frozen account cannot be sent', { skip }, async () => {
  const { node, owner, at } = engine
  const account = tokenAccountOf(owner.address, usdc)
  node.intercept.with = (method, params) => {
    if (method !== 'getMultipleAccounts') return undefined
    const response = node.ledger().respond(method, params) as { value: ({ data: string[] } | null)[] }
    const index = (params[0] as string[]).indexOf(account)
    const data = Buffer.from(response.value[index]?.data[0] ?? '', 'base64')
    data[108] = 2
    response.value[index]?.data.splice(0, 1, data.toString('base64'))
    return response
  }
  const symbols = (await solanaHoldings(at, owner.address)).map(({ symbol }) => symbol)
  node.intercept.with = null
  assert.deepEqual(symbols, ['SOL'])
})
