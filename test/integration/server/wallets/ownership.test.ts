// Whose payment it is, where two users name one address: a proof decides, and a reported hash does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, type Hex, hashMessage, pad } from 'viem'
import { Amount } from '../../../../server/contract/amount.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { createChallenge, proveOwnership } from '../../../../server/wallets/ownership.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { reportDeclined, reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import { recipient } from '../../../support/engine.ts'
import { shareOf } from '../../../support/length.ts'
import { baseId } from '../../../support/native-flow.ts'
import { useWalletEngine } from '../../../support/use-wallet-engine.ts'

const { engine, newAmount } = useWalletEngine()
const isOfType = (type: string) => (error: ApiError) => error.type === type
const userOf = (userId: string) => ({ clientId: engine.clientId, userId })

/** An attempt of another user who names the same address. */
async function requestAs(userId: string, amount: string, symbol = 'USDC') {
  return engine.requestPayment(amount, { accountId: await engine.connect(userId), userId, symbol })
}

async function challengeOf(userId: string, address: string = engine.owner.address) {
  return createChallenge(engine.deps, userOf(userId), { app: 'Shop', address, networkKey: 'base' })
}

/** Concurrent requests: the database of one did not show the attempt of the other. */
async function requestUnseen(userId: string, amount: string, symbol = 'USDC') {
  const { query } = engine.deps.database
  const hide = (from: string, to: string) =>
    query.updateTable('transfer').set({ state: to }).where('state', '=', from).where('user_id', '<>', userId).execute()
  await hide('AwaitingWallet', 'RequiresAction')
  try {
    return await requestAs(userId, amount, symbol)
  } finally {
    await hide('RequiresAction', 'AwaitingWallet')
  }
}

test('an attacker who names the address first and reports the hash first gets nothing', async () => {
  const amount = newAmount()
  const attack = await requestAs('attacker-1', amount)
  await assert.rejects(requestAs('victim-1', amount), isOfType('walletOwnershipRequired'))
  await engine.prove('victim-1')
  const { request, transfer } = await requestAs('victim-1', amount)
  const hash = await engine.send(request)
  assert.equal((await reportSent(engine.deps, attack.transfer, hash)).state, 'AwaitingWallet')
  await engine.mine(4)
  assert.equal((await engine.poll(attack.transfer)).state, 'AwaitingWallet')
  await engine.poll(transfer)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash, ended.userId], ['Succeeded', hash, 'victim-1'])
  assert.equal((await engine.poll(attack.transfer)).state, 'AwaitingWallet')
})

test('an attacker who comes second is refused without the key, declined or not', async () => {
  const amount = newAmount()
  const { transfer } = await requestAs('victim-2', amount)
  await assert.rejects(requestAs('attacker-2', amount), isOfType('walletOwnershipRequired'))
  await reportDeclined(engine.deps, transfer)
  await assert.rejects(requestAs('attacker-2', amount), isOfType('walletOwnershipRequired'))
  // Another amount can be distinguished.
  await requestAs('attacker-2', newAmount())
})

for (const symbol of shareOf(['USDC', 'ETH'], 1)) {
  test(`two users at the same moment, ${symbol}: ambiguous for both, until one proves the address`, async () => {
    const amount = symbol === 'ETH' ? '0.01' : newAmount()
    const attack = await requestAs(`attacker of ${symbol}`, amount, symbol)
    const { request, transfer } = await requestUnseen(`victim of ${symbol}`, amount, symbol)
    const hash = await engine.send(request)
    await engine.mine(4)
    const hinted = await reportSent(engine.deps, attack.transfer, hash)
    assert.deepEqual(
      [hinted.state, hinted.hash, /several users/.test(hinted.attention ?? '')],
      ['Ambiguous', hash, true],
    )
    const own = await reportSent(engine.deps, transfer, hash)
    assert.deepEqual([own.state, own.hash], ['Ambiguous', hash])
    engine.wait(400_000)
    await engine.mine(70)
    assert.deepEqual(
      [(await engine.poll(attack.transfer)).state, (await engine.poll(transfer)).state],
      ['Ambiguous', 'Ambiguous'],
    )
    await engine.prove(`victim of ${symbol}`)
    engine.wait(400_000)
    await engine.poll(transfer)
    const ended = await engine.poll(transfer)
    assert.deepEqual([ended.state, ended.hash, ended.attention], ['Succeeded', hash, null])
    assert.equal((await engine.poll(attack.transfer)).state, 'Ambiguous')
  })
}

/** By link or by hand, from any account. */
async function watchAs(userId: string, amount: string) {
  const place = { networkId: baseId, symbol: 'USDC', address: recipient, addressTag: '' }
  const owner = { ...userOf(userId), linkId: 'link-1', transactionId: null, allowed: [place] }
  const { transfer } = await requestPayment(engine.deps, owner, { destination: place, amount: Amount.parse(amount) })
  assert.ok(transfer)
  return transfer
}

test('an attacker who names the address of a payment by link is not credited with it', async () => {
  const amount = newAmount()
  const attack = await requestAs('attacker-4', amount)
  const victim = await watchAs('victim-4', amount)
  await engine.send(attack.request)
  await engine.mine(4)
  assert.equal((await engine.poll(attack.transfer)).state, 'Ambiguous')
  assert.equal((await engine.poll(victim)).state, 'Ambiguous')
})

test('a payment by link is not credited with a proved wallet’s payment', async () => {
  const amount = newAmount()
  const attack = await watchAs('attacker-5', amount)
  await assert.rejects(requestAs('victim-5', amount), isOfType('walletOwnershipRequired'))
  await engine.prove('victim-5')
  const { request, transfer } = await requestAs('victim-5', amount)
  await engine.send(request)
  await engine.mine(4)
  assert.equal((await engine.poll(attack)).state, 'AwaitingWallet')
  await engine.poll(transfer)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
  assert.equal((await engine.poll(attack)).state, 'AwaitingWallet')
})

test('of two users who have both proved the address, neither is credited', async () => {
  const amount = newAmount()
  for (const user of ['partner-1', 'partner-2']) await engine.prove(user)
  const [one, other] = [await requestAs('partner-1', amount), await requestAs('partner-2', amount)]
  const hash = await engine.send(one.request)
  await engine.mine(4)
  const states = [await reportSent(engine.deps, one.transfer, hash), await engine.poll(other.transfer)]
  assert.deepEqual(
    states.map(({ state }) => state),
    ['Ambiguous', 'Ambiguous'],
  )
})

test('a challenge is valid once, for its user, for five minutes, and for the key of its address alone', async () => {
  const { owner, stranger, deps } = engine
  const { challengeId, message } = await challengeOf('user-9')
  const proveBy = (userId: string, signature: Hex) => proveOwnership(deps, userOf(userId), { challengeId, signature })
  const own = await owner.signMessage({ message })
  await assert.rejects(proveBy('user-9', await stranger.signMessage({ message })), isOfType('walletSignatureInvalid'))
  await assert.rejects(
    proveBy('user-9', await owner.signMessage({ message: `${message} ` })),
    isOfType('walletSignatureInvalid'),
  )
  await assert.rejects(proveBy('user-9', '0x1234'), isOfType('walletSignatureInvalid'))
  await assert.rejects(proveBy('user-8', own), isOfType('walletChallengeExpired'))
  const twice = await Promise.allSettled([proveBy('user-9', own), proveBy('user-9', own)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(proveBy('user-9', own), isOfType('walletChallengeExpired'))
  const late = await challengeOf('user-9')
  const signature = await owner.signMessage({ message: late.message })
  engine.wait(300_001)
  const proof = proveOwnership(deps, userOf('user-9'), { challengeId: late.challengeId, signature })
  await assert.rejects(proof, isOfType('walletChallengeExpired'))
})

test('a contract proves its address by ERC-1271, on its own network alone', async () => {
  const address = '0x00000000000000000000000000000000c0ffee02'
  const { challengeId, message } = await challengeOf('user-7', address)
  const signature = encodeAbiParameters([{ type: 'uint256' }], [1n])
  const request = { challengeId, signature }
  await assert.rejects(proveOwnership(engine.deps, userOf('user-7'), request), isOfType('walletSignatureInvalid'))
  // A contract that returns ERC-1271's magic value for this one message.
  const word = pad('0x1626ba7e', { dir: 'right', size: 32 }).slice(2)
  const code = `0x7f${hashMessage(message).slice(2)}60043514602c57600080fd5b7f${word}60005260206000f3`
  await engine.chain('anvil_setCode', address, code)
  await proveOwnership(engine.deps, userOf('user-7'), request)
  const rows = await engine.deps.database.query
    .selectFrom('wallet_ownership')
    .select('network_key')
    .where('address', '=', address)
    .execute()
  assert.deepEqual(rows, [{ network_key: 'base' }])
})
