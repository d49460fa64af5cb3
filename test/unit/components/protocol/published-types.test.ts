// What sites receive compiles against the types of published link modules. `tsc` checks most of this file, by `npm test -- static`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as front from '@front-finance/link'
import type * as mesh3 from '@meshconnect/web-link-sdk'
import type * as mesh2 from 'mesh-web-link-sdk-2'
import type * as mesh313 from 'mesh-web-link-sdk-3-13'
import type {
  BrokerConnectedPayload,
  LinkEvent,
  SessionSummary,
  TransferError,
  TransferSuccess,
} from '../../../../components/protocol/payloads.ts'

/** Their lists of integrations do not know the sandbox, and a link may deliver its tokens to the server. */
type Connected = Omit<BrokerConnectedPayload['accessToken'], 'brokerType' | 'accountTokens'> & {
  brokerType: 'coinbase'
  accountTokens: Required<BrokerConnectedPayload['accessToken']['accountTokens'][number]>[]
}

const success: TransferSuccess = {
  status: 'success',
  amount: 250,
  amountText: '250',
  fromAddress: '0x1',
  toAddress: '0x2',
  networkId: 'base',
  networkName: 'Base',
  symbol: 'USDC',
  txId: '0x3',
  txHash: '0x3',
  transferId: 't1',
  transactionId: 'order-1',
  clientTransactionId: 'order-1',
  userId: 'u1',
  amountInFiat: 250,
  totalAmountInFiat: 250.04,
  fiatCurrency: 'USD',
}
const failure: TransferError = { status: 'error', errorMessage: 'Refused.', requestId: 'r1' }
const connected: Connected = {
  accountTokens: [{ account: { accountId: 'a1', accountName: 'Main' }, accessToken: 'at', refreshToken: 'rt' }],
  brokerType: 'coinbase',
  brokerName: 'Coinbase',
  brokerBrandInfo: { brokerLogo: '' },
}
const summary: SessionSummary = { page: 'transfer-receipt', selectedIntegration: { id: 'coinbase', name: 'Coinbase' } }

/** Our event of this name. */
type Ours<Name extends LinkEvent['type']> = Extract<LinkEvent, { type: Name }>
type Known<Event> = Event extends { type: infer Name extends LinkEvent['type'] } ? Name : never
/** Published events that ours of the same name do not fit. Their own module makes `integrationConnected` and `transferCompleted`. */
type Misfits<Published extends { type: string }> = {
  [Name in Exclude<Known<Published>, 'integrationConnected'>]: Ours<Name> extends Extract<Published, { type: Name }>
    ? never
    : Name
}[Exclude<Known<Published>, 'integrationConnected'>]
type None<Names extends never> = Names

export type EventsFit = [
  None<Misfits<Parameters<NonNullable<front.FrontOptions['onEvent']>>[0]>>,
  None<Misfits<Parameters<NonNullable<mesh2.LinkOptions['onEvent']>>[0]>>,
  None<Misfits<Parameters<NonNullable<mesh3.LinkOptions['onEvent']>>[0]>>,
  None<Misfits<Parameters<NonNullable<mesh313.LinkOptions['onEvent']>>[0]>>,
]

test('payloads fit the types of published clients', () => {
  const options1: front.FrontOptions = { clientId: '', onBrokerConnected() {}, onTransferFinished() {} }
  const options2: mesh2.LinkOptions = {
    clientId: '',
    onIntegrationConnected() {},
    onTransferFinished() {},
    onExit() {},
  }
  const options3: mesh3.LinkOptions = { onIntegrationConnected() {}, onTransferFinished() {}, onExit() {} }
  const options313: mesh313.LinkOptions = { onIntegrationConnected() {}, onTransferFinished() {}, onExit() {} }
  for (const accept of [options1, options2, options3, options313]) {
    accept.onTransferFinished?.(success)
    accept.onExit?.(undefined, summary)
  }
  options1.onTransferFinished?.(failure)
  // @ts-expect-error: these clients expect successes only, so the page sends them no failure
  options2.onTransferFinished?.(failure)
  // @ts-expect-error: as above
  options3.onTransferFinished?.(failure)
  // @ts-expect-error: as above
  options313.onTransferFinished?.(failure)
  options1.onBrokerConnected({ accessToken: connected })
  for (const accept of [options2, options3, options313]) accept.onIntegrationConnected({ accessToken: connected })
  assert.equal(success.clientTransactionId, success.transactionId)
})
