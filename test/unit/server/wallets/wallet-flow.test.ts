// A self-custody wallet through a link session: connected, asked, and believed only by what the chain shows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSession } from '../../../support/link-session.ts'
import { baseId, recipient, toBase, tokenBalance } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'
import { connectWallet, type TestWallet, testWallet, untilTransfer } from '../../../support/wallet.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let server: TestServer
let wallet: TestWallet
before(async () => {
  server = await startTestServer()
  wallet = testWallet(server)
})
after(() => server.stop())

test('a token: connected, previewed, asked for, sent, and succeeded by what the chain shows', async () => {
  const session = await openSession(server)
  const { integrations } = (await session.get('integrations')).body.content
  const offered = integrations.find((each: { type: string }) => each.type === 'DeFiWallet')
  assert.deepEqual([offered.kind, offered.transfers, offered.auth], ['wallet', true, { scheme: 'wallet', fields: [] }])
  const fields = { address: wallet.account.address.toLowerCase(), walletName: 'Sandbox Wallet' }
  const connected = (await session.post('connect', { type: 'defiwallet', fields })).body.content
  const [{ accountId, name }] = connected.accounts
  assert.match(name, /^Sandbox Wallet 0x[0-9a-fA-F]{4}….{4}$/)
  const { accessToken } = connected.authData
  assert.equal(accessToken.brokerType, 'DeFiWallet')
  assert.equal(accessToken.accountTokens[0].account.accountId, wallet.account.address)

  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const held = holdings.find((each: { symbol: string }) => each.symbol === 'USDC')
  const onBase = held.networks.find((each: { id: string }) => each.id === baseId)
  assert.deepEqual([held.availableBalance, held.eligibleForTransfer], ['5000', true])
  assert.deepEqual([onBase.maximumAmount, onBase.feeSymbol], ['2500', 'ETH'])

  const { preview } = (await session.preview(accountId, '12.5')).body.content
  assert.equal(preview.networkFee.feeCurrency, 'ETH')
  assert.equal(preview.totalDeducted[0].amount, '12.5')
  assert.equal(preview.totalDeducted[1].symbol, 'ETH')
  assert.equal(preview.wallet.chainId, '0x3670eb92')
  assert.equal(preview.fromAddress, wallet.account.address)

  const { content } = (await session.execute(preview.previewId)).body
  assert.equal(content.outcome, 'walletRequired')
  assert.equal(content.walletRequest.to, usdc)
  assert.deepEqual((await session.execute(preview.previewId)).body.content.walletRequest, content.walletRequest)
  const { transferId } = content.transfer
  assert.equal((await server.get('/api/v1/transfers')).body.content.transfers.length, 0)

  const before = await tokenBalance(server, 'base', usdc, recipient)
  const hash = await wallet.send(content.walletRequest)
  const sent = (await session.post('wallet/sent', { transferId, hash })).body.content.transfer
  assert.deepEqual([sent.status, sent.hash], ['Pending', hash])
  const ended = await untilTransfer(session, transferId, (transfer) => transfer.status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash, ended.provedBy], ['Succeeded', hash, 'chain'])
  assert.ok(ended.confirmations >= 3)
  assert.equal((await tokenBalance(server, 'base', usdc, recipient)) - before, 12_500_000n)
  const again = (await session.execute(preview.previewId)).body.content
  assert.deepEqual([again.outcome, again.transfer.transferId], ['succeeded', transferId])
})

test('the coin itself, without a word of the page: found in the blocks in which the account has sent', async () => {
  const session = await openSession(server, { ToAddresses: [{ ...toBase, Symbol: 'ETH' }] })
  const accountId = await connectWallet(session, wallet)
  const { preview } = (await session.preview(accountId, '0.25', { symbol: 'ETH' })).body.content
  const { content } = (await session.execute(preview.previewId)).body
  assert.equal(content.walletRequest.value, `0x${(25n * 10n ** 16n).toString(16)}`)
  const hash = await wallet.send(content.walletRequest)
  const ended = await untilTransfer(session, content.transfer.transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash], ['Succeeded', hash])
})

test('the owner says no: back to the same preview, and what is sent all the same is found', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const { preview } = (await session.preview(accountId, '3.75')).body.content
  const { content } = (await session.execute(preview.previewId)).body
  const { transferId } = content.transfer
  const declined = (await session.post('wallet/declined', { transferId })).body
  assert.deepEqual(declined.content, { transfer: null })
  assert.equal((await session.execute(preview.previewId)).body.content.outcome, 'walletRequired')
  await session.post('wallet/declined', { transferId })
  const hash = await wallet.send(content.walletRequest)
  const ended = await untilTransfer(session, transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash], ['Succeeded', hash])
})
