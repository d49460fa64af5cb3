// A self-custody wallet through a link session: connected, requested to pay, and confirmed only by the chain.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isOwnershipRequest } from '../../../../components/protocol/ownership-message.ts'
import { openSolanaAccounts } from '../../../../sandbox/wallet/solana-accounts.ts'
import { evmReads } from '../../../../server/chains/evm-reads.ts'
import { readTransaction, transactionOf } from '../../../../server/chains/solana-message.ts'
import { removeLimit, setLimit } from '../../../../server/transfers/operator-limits.ts'
import { pauseSending, resumeSending } from '../../../../server/transfers/sending-pause.ts'
import { type LinkSession, openSession } from '../../../support/link-session.ts'
import {
  baseId,
  execute,
  newLink,
  preview,
  recipient,
  signIn,
  toBase,
  tokenBalance,
} from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'
import { connectWallet, type TestWallet, testWallet, untilTransfer } from '../../../support/wallet.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let server: TestServer
let wallet: TestWallet
before(async () => {
  server = await startTestServer({ fundsWallets: true })
  wallet = testWallet(server)
})
after(() => server.stop())

test('a token: connected, previewed, requested, sent, and succeeded by the chain', async () => {
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

  const previewed = (await session.preview(accountId, '12.5')).body.content.preview
  assert.equal(previewed.networkFee.feeCurrency, 'ETH')
  assert.equal(previewed.feeIsEstimate, true)
  assert.equal(previewed.totalDeducted[0].amount, '12.5')
  assert.equal(previewed.totalDeducted[1].symbol, 'ETH')
  assert.equal(previewed.wallet.chainId, '0x3670eb92')
  assert.equal(previewed.fromAddress, wallet.account.address)

  const { content } = (await session.execute(previewed.previewId)).body
  assert.equal(content.outcome, 'walletRequired')
  assert.equal(content.walletRequest.to, usdc)
  assert.deepEqual((await session.execute(previewed.previewId)).body.content.walletRequest, content.walletRequest)
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
  const again = (await session.execute(previewed.previewId)).body.content
  assert.deepEqual([again.outcome, again.transfer.transferId], ['succeeded', transferId])
})

test('the coin itself, without a report of the page: found in the blocks in which the account has sent', async () => {
  const session = await openSession(server, { ToAddresses: [{ ...toBase, Symbol: 'ETH' }] })
  const accountId = await connectWallet(session, wallet)
  const { previewId } = (await session.preview(accountId, '0.25', { symbol: 'ETH' })).body.content.preview
  const { content } = (await session.execute(previewId)).body
  assert.equal(content.walletRequest.value, `0x${(25n * 10n ** 16n).toString(16)}`)
  const hash = await wallet.send(content.walletRequest)
  const ended = await untilTransfer(session, content.transfer.transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash], ['Succeeded', hash])
})

test('the owner declines: back to the same preview, and a payment that is sent all the same is found', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const { previewId } = (await session.preview(accountId, '3.75')).body.content.preview
  const { content } = (await session.execute(previewId)).body
  const { transferId } = content.transfer
  const declined = (await session.post('wallet/declined', { transferId })).body
  assert.deepEqual(declined.content, { transfer: null })
  assert.equal((await session.execute(previewId)).body.content.outcome, 'walletRequired')
  await session.post('wallet/declined', { transferId })
  const hash = await wallet.send(content.walletRequest)
  const ended = await untilTransfer(session, transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash], ['Succeeded', hash])
})

test('a shortage of gas is reported with the coin and the missing amount, before any request to the wallet', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, testWallet(server, 'Without gas'))
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const [onBase] = holdings[0].networks.filter((each: { id: string }) => each.id === baseId)
  assert.deepEqual([holdings[0].symbol, onBase.ineligibilityReason], ['USDC', 'gasFeeAssetBalanceNotEnough'])
  assert.deepEqual([onBase.ineligibilityData.feeSymbol, onBase.ineligibilityData.missing], ['ETH', onBase.fee])
  const refused = await session.preview(accountId, '5')
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'insufficientForGas'])
  const { fee, missing, ...facts } = refused.body.errorData
  assert.deepEqual(facts, { symbol: 'USDC', network: 'Base', feeSymbol: 'ETH', available: '0' })
  assert.equal(missing, fee)
})

test('the most of the coin leaves room for the gas, and one unit more is refused', async () => {
  const session = await openSession(server, { ToAddresses: [{ ...toBase, Symbol: 'ETH' }] })
  const accountId = await connectWallet(session, testWallet(server, 'Savings'))
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const held = holdings.find((each: { symbol: string }) => each.symbol === 'ETH')
  const { maximumAmount, fee } = held.networks.find((each: { id: string }) => each.id === baseId)
  assert.match(maximumAmount, /^0\.99/)
  assert.equal((await session.preview(accountId, maximumAmount, { symbol: 'ETH' })).status, 200)
  const tooMuch = await session.preview(accountId, '1', { symbol: 'ETH' })
  assert.deepEqual([tooMuch.body.errorType, tooMuch.body.errorData.fee], ['insufficientForFee', fee])
})

test('a transfer of a wallet to itself is refused', async () => {
  const { address } = wallet.account
  const session = await openSession(server, { ToAddresses: [{ ...toBase, Address: address }] })
  const accountId = await connectWallet(session, wallet)
  const refused = await session.preview(accountId, '5')
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'destinationIsOrigin'])
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const reasons = holdings.map((each: { ineligibilityReason: string }) => each.ineligibilityReason)
  assert.ok(reasons.includes('destinationIsOrigin'), reasons.join())
})

test('the endpoints for backends refuse a wallet: its token names an address and orders nothing', async () => {
  const session = await openSession(server)
  const fields = { address: wallet.account.address, walletName: 'Sandbox Wallet' }
  const { authData, accounts } = (await session.post('connect', { type: 'DeFiWallet', fields })).body.content
  const token = authData.auth_token
  assert.equal(authData.refresh_token, undefined)
  const { previewId } = (await session.preview(accounts[0].accountId, '5')).body.content.preview
  const byWallet = { FromAuthToken: token, FromType: 'DeFiWallet' }
  for (const response of [
    await server.post('/api/v1/transfers/managed/configure', { ...byWallet, ToAddresses: [toBase] }),
    await preview(server, token, '5', byWallet),
    await server.post('/api/v1/transfers/managed/execute', { ...byWallet, previewId }),
  ]) {
    assert.equal(response.status, 422)
    assert.match(response.text, /Use the link module for self-custody wallets/)
  }
  assert.equal((await preview(server, token, '5')).body.ErrorType, 'fromTokenTypeMismatch')
  assert.equal((await execute(server, await signIn(server, 'user_good'), previewId)).body.ErrorType, 'previewNotFound')
  const { integrations } = (await server.get('/api/v1/transfers/managed/integrations')).body.content
  assert.ok(!integrations.some(({ type }: { type: string }) => type === 'DeFiWallet'))
  const opened = await newLink(server, { ...byWallet, ToAddresses: [toBase] })
  const again = (await server.post('/api/v1/link/session', { authCode: opened.authCode }, {})).body.content
  assert.deepEqual([again.start, again.account], ['connectWallet', null])
  const handed = await session.post('accounts', { accessToken: token, brokerType: 'DeFiWallet' })
  assert.equal(handed.body.errorType, 'selfCustodyNotSupported')
})

test('without a node of the network no wallet is connected, but one can pay by hand', async () => {
  const tron = server.deps.networks.byKey('tron')?.id ?? ''
  const Address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const session = await openSession(server, { ToAddresses: [{ NetworkId: tron, Symbol: 'USDT', Address }] })
  const { integrations } = (await session.get('integrations')).body.content
  assert.equal(integrations.find((each: { kind: string }) => each.kind === 'wallet').payOnly, true)
  const fields = { address: wallet.account.address }
  assert.equal((await session.post('connect', { type: 'DeFiWallet', fields })).body.errorType, 'integrationUnknown')
  const { content } = (await session.post('payment', { networkId: tron, symbol: 'USDT', amount: '1.5' })).body
  assert.deepEqual([content.watched, content.transferId, content.expiresIn], [false, null, 0])
  assert.equal(content.paymentUri, null)
})

test('an account on TON is named in each of its spellings', async () => {
  const ton = server.deps.networks.byKey('ton')?.id ?? ''
  const Address = 'UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF'
  const session = await openSession(server, { ToAddresses: [{ NetworkId: ton, Symbol: 'TON', Address }] })
  const payment = { networkId: ton, symbol: 'TON', amount: '1.5' }
  for (const address of [
    '0:ba60bfbd527c0cd2d70c6396630c50a498af015b987adaad1d4a9e287f604536',
    'EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA',
  ]) {
    assert.equal((await session.post('payment', { ...payment, address })).body.content?.address, Address, address)
  }
})

test('on Solana the wallet signs and the server sends, and only the wallet’s signature counts', async (context) => {
  const at = server.deps.networks.byKey('solana')
  if (at === undefined || server.deps.solana?.has('solana') !== true) return context.skip('no litesvm for this machine')
  const [main, savings] = openSolanaAccounts(server.folder)
  const Address = savings?.address ?? ''
  const session = await openSession(server, { ToAddresses: [{ NetworkId: at.id, Symbol: 'USDC', Address }] })
  const { integrations } = (await session.get('integrations')).body.content
  assert.deepEqual(integrations.find((each: { kind: string }) => each.kind === 'wallet').families, ['solana'])
  const fields = { address: main?.address, walletName: 'Sandbox Wallet' }
  const evm = { address: wallet.account.address }
  assert.equal(
    (await session.post('connect', { type: 'DeFiWallet', fields: evm })).body.errorType,
    'integrationUnknown',
  )
  const [{ accountId, name, integrationName }] = (await session.post('connect', { type: 'DeFiWallet', fields })).body
    .content.accounts
  assert.deepEqual([/^Sandbox Wallet \w{6}…\w{4}$/.test(name), integrationName], [true, 'Sandbox Wallet'])
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const held = holdings.find((each: { symbol: string }) => each.symbol === 'USDC')
  assert.deepEqual(
    [held.availableBalance, held.networks[0].simulated, held.networks[0].feeSymbol],
    ['2500', false, 'SOL'],
  )
  const order = { accountId, networkId: at.id, symbol: 'USDC', amount: '12.5' }
  const { preview: previewed } = (await session.post('preview', order)).body.content
  assert.deepEqual(
    [previewed.wallet.chainId, previewed.simulated, previewed.deposit],
    ['solana:localnet', false, undefined],
  )
  const { transfer, walletRequest } = (await session.execute(previewed.previewId)).body.content
  const { transferId } = transfer
  const sign = (account = main) => {
    const message = readTransaction(Buffer.from(walletRequest.transaction, 'base64'))?.message ?? new Uint8Array()
    return Buffer.from(transactionOf(message, account?.sign(message))).toString('base64')
  }
  const foreign = await session.post('wallet/signed', { transferId, transaction: sign(savings) })
  assert.deepEqual([foreign.status, foreign.body.errorType], [422, 'walletSignedOther'])
  const signed = (await session.post('wallet/signed', { transferId, transaction: sign() })).body.content
  assert.deepEqual([signed.transfer.status, signed.walletRequest], ['Pending', null])
  const ended = await untilTransfer(session, transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.provedBy, ended.confirmations], ['Succeeded', 'chain', 32])
  const again = (await session.get(`holdings?accountId=${accountId}`)).body.content.holdings
  assert.equal(again.find((each: { symbol: string }) => each.symbol === 'USDC').availableBalance, '2487.5')
})

test('by link or code: described, watched, and polled like any other', async () => {
  const session = await openSession(server)
  const requestPayment = (more: object) => session.post('payment', { networkId: baseId, symbol: 'USDC', ...more })
  assert.equal((await requestPayment({ amount: '0.0000001' })).body.errorType, 'amountPrecision')
  assert.equal((await requestPayment({ amount: '5', symbol: 'EURC' })).body.errorType, 'toAddressNotConfigured')
  const mistyped = recipient.replace('A38f', 'A38F')
  for (const address of [mistyped, usdc, 'no address']) {
    assert.equal((await requestPayment({ amount: '5', address })).body.errorType, 'toAddressNotConfigured', address)
  }
  const { content } = (await requestPayment({ amount: '41.25' })).body
  assert.deepEqual([content.watched, content.address, content.amountInFiat], [true, recipient, '41.25'])
  assert.match(content.qr.path, /^M4 4h7/)
  const [, to, units] = /transfer\?address=(0x\w+)&uint256=(\d+)$/.exec(content.paymentUri) ?? []
  assert.deepEqual([to, units], [recipient, '41250000'])
  assert.equal((await session.get(`transfer/${content.transferId}`)).body.content.transfer.status, 'Pending')
  for (const address of [recipient, recipient.toLowerCase(), `0x${recipient.slice(2).toUpperCase()}`]) {
    const again = (await requestPayment({ amount: '41.25', symbol: 'usdc', address })).body.content
    assert.deepEqual([again.address, again.transferId], [recipient, content.transferId], address)
  }
  const savings = testWallet(server, 'Savings')
  const data = `0xa9059cbb${recipient.slice(2).toLowerCase().padStart(64, '0')}${(41_250_000).toString(16).padStart(64, '0')}`
  const call = {
    chainId: '0x3670eb92',
    from: savings.account.address,
    to: usdc,
    data,
    value: '0x0',
    gas: '0x186a0',
  } as const
  const hash = await savings.send(call as Parameters<TestWallet['send']>[0])
  const ended = await untilTransfer(session, content.transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash, ended.provedBy], ['Succeeded', hash, 'chain'])
})

test('a page that leaves a payment by link ends it, and the next link of the same user requests it anew', async () => {
  const order = { networkId: baseId, symbol: 'USDC', amount: '42.25' }
  const left = await openSession(server)
  const { content } = (await left.post('payment', order)).body
  assert.equal((await server.inSession(left.token, 'DELETE', '/api/v1/link/session')).status, 200)
  const next = (await (await openSession(server)).post('payment', order)).body.content
  assert.deepEqual([next.watched, next.transferId === content.transferId], [true, false])
})

test('an expired preview is requested no more, unless the chain shows that it was sent', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const { previewId } = (await session.preview(accountId, '8.125')).body.content.preview
  const { content } = (await session.execute(previewId)).body
  server.wait(301_000)
  const over = await session.execute(previewId)
  assert.deepEqual([over.status, over.body.errorType], [410, 'previewExpired'])
  await wallet.send(content.walletRequest)
  const sent = (await session.execute(previewId)).body.content
  assert.deepEqual([sent.outcome, sent.transfer.transferId], ['succeeded', content.transfer.transferId])
})

test('funds that the wallet has spent meanwhile are not requested', async () => {
  const session = await openSession(server)
  const savings = testWallet(server, 'Savings')
  const accountId = await connectWallet(session, savings)
  const [first, second] = [await session.preview(accountId, '300'), await session.preview(accountId, '290')]
  const { walletRequest } = (await session.execute(first.body.content.preview.previewId)).body.content
  await savings.send(walletRequest)
  const refused = await session.execute(second.body.content.preview.previewId)
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'insufficientBalance'])
})

test('a transfer belongs to its session, and only a wallet’s accepts reports of the page', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const { previewId } = (await session.preview(accountId, '9.125')).body.content.preview
  const { transferId } = (await session.execute(previewId)).body.content.transfer
  const hash = `0x${'12'.repeat(32)}`
  assert.equal((await session.post('wallet/sent', { transferId, hash: '0x12' })).body.errorType, 'invalidField')
  const unknown = { transferId: previewId, hash }
  assert.equal((await session.post('wallet/sent', unknown)).body.errorType, 'transferNotFound')
  const fromExchange = await session.preview(await session.accountOf('user_good'), '5')
  const executed = (await session.execute(fromExchange.body.content.preview.previewId)).body.content.transfer
  const reported = await session.post('wallet/declined', { transferId: executed.transferId })
  assert.equal(reported.body.errorType, 'transferNotFound')
  const foreign = await server.newClient(['https://other.example/'])
  const { authCode } = await newLink(server, { ToAddresses: [toBase] }, foreign)
  const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  for (const path of ['sent', 'declined']) {
    const body = { transferId, hash }
    const response = await server.inSession(sessionToken, 'POST', `/api/v1/link/wallet/${path}`, body)
    assert.deepEqual([response.status, response.body.errorType], [404, 'transferNotFound'])
  }
})

test('two users name one address: the second proves it by a signature, and the attempt without a proof gets nothing', async () => {
  const body = { ToAddresses: [toBase] }
  const other = await server.newClient(['https://other.example/'])
  const { authCode } = await newLink(server, body, other)
  const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  const attack = (path: string, sent: object) => server.inSession(sessionToken, 'POST', `/api/v1/link/${path}`, sent)
  const fields = { address: wallet.account.address, walletName: 'Sandbox Wallet' }
  const [{ accountId: named }] = (await attack('connect', { type: 'DeFiWallet', fields })).body.content.accounts
  const order = { networkId: baseId, symbol: 'USDC', amount: '6.0625' }
  const { previewId } = (await attack('preview', { ...order, accountId: named })).body.content.preview
  const attempt = (await attack('execute', { previewId })).body.content.transfer

  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const previewed = (await session.preview(accountId, '6.0625')).body.content.preview
  const refused = await session.execute(previewed.previewId)
  assert.deepEqual([refused.status, refused.body.errorType], [409, 'walletOwnershipRequired'])
  assert.deepEqual(refused.body.errorData, {
    name: 'Sandbox Wallet',
    address: wallet.account.address,
    networkId: baseId,
  })
  const challenge = (await session.post('wallet/challenge', { accountId, networkId: baseId })).body.content
  assert.deepEqual([challenge.address, challenge.expiresIn], [wallet.account.address, 300])
  const { challengeId, message } = challenge
  assert.ok(isOwnershipRequest(challenge.params), message)
  const signature = await wallet.account.signMessage({ message })
  const foreign = await attack('wallet/proof', { challengeId, signature })
  assert.deepEqual([foreign.status, foreign.body.errorType], [410, 'walletChallengeExpired'])
  const malformed = await session.post('wallet/proof', { challengeId, signature: 'yes' })
  assert.equal(malformed.body.errorType, 'invalidField')
  assert.deepEqual((await session.post('wallet/proof', { challengeId, signature })).body.content, { proved: true })

  const { content } = (await session.execute(previewed.previewId)).body
  const hash = await wallet.send(content.walletRequest)
  await attack('wallet/sent', { transferId: attempt.transferId, hash })
  const ended = await untilTransfer(session, content.transfer.transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.hash], ['Succeeded', hash])
  const path = `/api/v1/link/transfer/${attempt.transferId}`
  assert.equal((await server.inSession(sessionToken, 'GET', path)).body.content.transfer.hash, '')
})

test('a payment that is ambiguous between users names the account whose signature decides it, until it has signed', async () => {
  const own = testWallet(server, 'Savings')
  const session = await openSession(server)
  const accountId = await connectWallet(session, own)
  const order = { networkId: baseId, symbol: 'USDC', amount: '6.1875' }
  const { previewId } = (await session.preview(accountId, order.amount)).body.content.preview
  const { content } = (await session.execute(previewId)).body
  assert.equal(content.transfer.provableBy, null)
  const other = await server.newClient(['https://second.example/'])
  const { authCode } = await newLink(server, { ToAddresses: [toBase] }, other)
  const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  const equal = await server.inSession(sessionToken, 'POST', '/api/v1/link/payment', order)
  assert.equal(equal.status, 200)

  const { transferId } = content.transfer
  await session.post('wallet/sent', { transferId, hash: await own.send(content.walletRequest) })
  const unclear = await untilTransfer(session, transferId, ({ statusDetail }) => statusDetail === 'Unknown')
  assert.equal(unclear.provableBy, accountId)
  const { challengeId, message } = (await session.post('wallet/challenge', { accountId, networkId: baseId })).body
    .content
  const signature = await own.account.signMessage({ message })
  await session.post('wallet/proof', { challengeId, signature })
  const ended = await untilTransfer(session, transferId, ({ status }) => status !== 'Pending')
  assert.deepEqual([ended.status, ended.provableBy], ['Succeeded', null])
})

const solanaAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
for (const [kind, expected, other] of [
  ['EVM', () => wallet.account.address, () => testWallet(server, 'Savings').account.address],
  ['Solana', () => solanaAddress, () => 'So11111111111111111111111111111111111111112'],
] as const) {
  test(`a wallet token names one account, ${kind}: another connects only when the user has confirmed it`, async (context) => {
    const solana = server.deps.networks.byKey('solana')
    const isThere = kind === 'EVM' || server.deps.solana?.has('solana') === true
    if (!isThere || solana === undefined) return context.skip('no litesvm for this machine')
    const entry = kind === 'EVM' ? toBase : { NetworkId: solana.id, Symbol: 'USDC', Address: solanaAddress }
    const open = async (more: object = {}) => openSession(server, { ToAddresses: [entry], ...more })
    const connect = (session: LinkSession, address: string, more: object = {}) =>
      session.post('connect', { type: 'DeFiWallet', fields: { address, walletName: 'Tally' }, ...more })
    const first = (await connect(await open(), expected())).body.content
    const named = { FromAuthToken: first.authData.auth_token, FromType: 'DeFiWallet' }

    const linked = await open(named)
    assert.equal((await linked.get('session')).body.content.expectedWallet, expected())
    const later = await open()
    const handed = await later.post('wallet/expected', { accessToken: named.FromAuthToken })
    assert.deepEqual(handed.body.content, { expectedWallet: expected() })
    for (const session of [linked, later]) {
      for (const more of [{}, { confirmedAddress: expected() }]) {
        const refused = await connect(session, other(), more)
        assert.deepEqual([refused.status, refused.body.errorType], [409, 'otherWalletAccount'])
        assert.deepEqual(refused.body.errorData, { expected: expected(), address: other() })
      }
      assert.equal((await connect(session, expected())).body.content.state, 'connected')
      assert.equal((await connect(session, other(), { confirmedAddress: other() })).body.content.state, 'connected')
      assert.equal((await session.get('session')).body.content.expectedWallet, other())
      // From now on that one is expected.
      assert.equal((await connect(session, expected())).body.errorType, 'otherWalletAccount')
    }
  })
}

test('a wallet token that is not this user’s names nothing, and an expired one still names its account', async () => {
  const session = await openSession(server)
  const fields = { address: wallet.account.address, walletName: 'Tally' }
  const { authData } = (await session.post('connect', { type: 'DeFiWallet', fields })).body.content
  const ToAddresses = [toBase]
  const refusalOf = async (FromAuthToken: string, userId = 'user-1') => {
    const body = { FromAuthToken, FromType: 'DeFiWallet', ToAddresses }
    return (await server.post(`/api/v1/cataloglink?userId=${userId}&enableTransfers=true`, body)).body.errorType
  }
  assert.equal(await refusalOf('at-sandbox-unknown'), 'authTokenInvalid')
  assert.equal(await refusalOf(authData.auth_token, 'user-2'), 'authTokenInvalid')
  assert.equal(await refusalOf(await signIn(server, 'user_good')), 'fromTokenTypeMismatch')
  const unknown = await session.post('wallet/expected', { accessToken: 'at-sandbox-unknown' })
  assert.equal(unknown.body.errorType, 'authTokenInvalid')
  server.wait(86_400_001)
  const late = await openSession(server, { FromAuthToken: authData.auth_token, FromType: 'DeFiWallet', ToAddresses })
  assert.equal((await late.get('session')).body.content.expectedWallet, wallet.account.address)
})

test('a challenge is made for a wallet of the session alone', async () => {
  const session = await openSession(server)
  const ofExchange = await session.accountOf('user_good')
  const requestPayment = async (accountId: string, networkId = baseId) =>
    (await session.post('wallet/challenge', { accountId, networkId })).body.errorType
  assert.equal(await requestPayment(ofExchange), 'accountNotFound')
  assert.equal(await requestPayment('2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7'), 'accountNotFound')
  const accountId = await connectWallet(session, wallet)
  assert.equal(await requestPayment(accountId, accountId), 'unknownNetwork')
  assert.equal(await requestPayment(accountId, server.deps.networks.byKey('tron')?.id), 'networkUnavailable')
})

test('a node that cannot be read is named by its network, and its address stays out of every error', async () => {
  const reads = evmReads('http://127.0.0.1:9/v3/key-of-the-operator', '1')
  await assert.rejects(reads.head(), (error: Error) => !/127|key-of/.test(`${error.message}${error.stack ?? ''}`))
})

test('a wallet gets no request during a pause, and the same one after it', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const { previewId } = (await session.preview(accountId, '3.25')).body.content.preview
  const { database, now } = server.deps
  await pauseSending(database.query, { kind: 'all' }, now())
  const paused = await session.execute(previewId)
  assert.deepEqual(
    [paused.status, paused.body.errorType, paused.body.errorData],
    [503, 'sendingPaused', { scope: 'all' }],
  )
  await resumeSending(database.query, { kind: 'all' })
  assert.equal((await session.execute(previewId)).body.content.outcome, 'walletRequired')
  await pauseSending(database.query, { kind: 'all' }, now())
  assert.equal((await session.execute(previewId)).body.errorType, 'sendingPaused', 'also once more')
  await resumeSending(database.query, { kind: 'all' })
  assert.equal((await session.execute(previewId)).body.content.outcome, 'walletRequired')
})

test('the allow-list covers wallets, and limits do not', async () => {
  const session = await openSession(server)
  const accountId = await connectWallet(session, wallet)
  const preview = () => session.preview(accountId, '3.5')
  const { previewId } = (await preview()).body.content.preview
  const { database, now } = server.deps
  const limits = { 'usd-per-client': '1', 'cool-down': '60', 'allow-list': 'on' } as const
  for (const [name, value] of Object.entries(limits))
    await setLimit(database.query, { name: name as keyof typeof limits, clientId: null, value, setAt: now() })
  for (const refused of [await preview(), await session.execute(previewId)])
    assert.deepEqual([refused.status, refused.body.errorType], [422, 'destinationNotAllowed'])
  await removeLimit(database.query, { name: 'allow-list', clientId: null })
  assert.equal((await preview()).status, 200)
  assert.equal((await session.execute(previewId)).body.content.outcome, 'walletRequired')
  await setLimit(database.query, { name: 'allow-list', clientId: null, value: 'on', setAt: now() })
  assert.equal((await session.execute(previewId)).body.errorType, 'destinationNotAllowed', 'also once more')
  await removeLimit(database.query, { name: 'allow-list', clientId: null })
  for (const name of ['usd-per-client', 'cool-down'] as const)
    await removeLimit(database.query, { name, clientId: null })
})
