// The wallet gets only the server's message to sign, for the account that the message names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LinkApi, LinkRefusal } from '../../../../components/flow/link-api.ts'
import { proveAddress } from '../../../../components/flow/prove-address.ts'
import { isOwnershipRequest } from '../../../../components/protocol/ownership-message.ts'
import { type FoundWallet, isAllowedFor, WalletRefusal } from '../../../../components/protocol/wallet-messages.ts'
import { ownershipMessage, ownershipParams } from '../../../../server/wallets/ownership-message.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const code = '1f0f5a0e-6c1e-4c53-8d0e-0f6a2b9c7d11'
const messageOf = (app: string) =>
  ownershipMessage({ app, address, code, expiresAt: new Date('2026-11-20T12:05:00.000Z') })
const wallet: FoundWallet = { id: '1', name: 'Tally', rdns: 'test.tally', icon: '', family: 'evm' }
const signature = `0x${'5e'.repeat(65)}`

function setUp(results: Record<string, unknown>) {
  const posts: [string, unknown][] = []
  const calls: [string, unknown[] | undefined][] = []
  const api = {
    post: async (path: string, body: unknown) => {
      posts.push([path, body])
      return { challengeId: code, address, params: ownershipParams(messageOf('Shop'), address) }
    },
  } as unknown as LinkApi
  const callWallet = async (method: string, params?: unknown[]) => {
    calls.push([method, params])
    const result = { eth_accounts: [address.toLowerCase()], personal_sign: signature, ...results }[method]
    if (result instanceof Error) throw result
    return result
  }
  const prove = () => proveAddress(callWallet, api, { wallet, subject: { accountId: 'a1', networkId: 'n1' } })
  return { prove, posts, calls }
}

const refusedAs = (type: string) => (error: unknown) => error instanceof LinkRefusal && error.problem.errorType === type

test('the wallet signs the message, and the server gets the signature', async () => {
  const { prove, posts, calls } = setUp({})
  await prove()
  assert.deepEqual(posts, [
    ['wallet/challenge', { accountId: 'a1', networkId: 'n1' }],
    ['wallet/proof', { challengeId: code, signature }],
  ])
  const [method, params = []] = calls.at(-1) ?? []
  assert.equal(method, 'personal_sign')
  assert.ok(isAllowedFor(wallet, { method: 'personal_sign', params }))
})

test('a declined request, another account and an invalid signature have different problems', async () => {
  const tries: [Record<string, unknown>, string][] = [
    [{ personal_sign: new WalletRefusal(4001, 'no') }, 'walletRejected'],
    [{ personal_sign: new WalletRefusal(4200, 'no') }, 'walletUnsupported'],
    [{ personal_sign: 'signed' }, 'walletSignatureInvalid'],
    [{ eth_accounts: [], eth_requestAccounts: [`0x${'b'.repeat(40)}`] }, 'walletOtherAccount'],
  ]
  for (const [results, type] of tries) {
    const { prove, posts } = setUp(results)
    await assert.rejects(prove(), refusedAs(type))
    assert.deepEqual(
      posts.map(([path]) => path),
      ['wallet/challenge'],
    )
  }
})

test('the bridge lets the server’s message through for every name of an app, and no other text', () => {
  for (const app of ['Shop', 'Łódź & Söhne', '店', '', 'a\nAddress: b', '\u202eevil', 'x'.repeat(300), '\u2028'])
    assert.ok(isOwnershipRequest(ownershipParams(messageOf(app), address)), app)
  const own = messageOf('Shop')
  const others = [
    `${own}\n`,
    own.replace('moves nothing', 'moves all'),
    own.replace('Shop', 'Shop\nX: y'),
    'Sign in to Shop',
    '',
  ]
  for (const text of others) {
    const params = ownershipParams(text, address)
    assert.ok(!isOwnershipRequest(params), text)
    assert.ok(!isAllowedFor(wallet, { method: 'personal_sign', params }), text)
  }
  const [hex] = ownershipParams(own, address)
  for (const params of [
    [hex],
    [hex, `0x${'b'.repeat(40)}`],
    [address, hex],
    [own, address],
    [hex, address, 1],
    [`${hex}ff`, address],
  ])
    assert.ok(!isOwnershipRequest(params), JSON.stringify(params))
  assert.ok(!isAllowedFor({ family: 'solana' }, { method: 'personal_sign', params: ownershipParams(own, address) }))
})
