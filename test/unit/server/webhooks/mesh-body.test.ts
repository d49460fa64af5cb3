import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MeshTransferEvent } from '../../../../server/contract/wire/mesh-event.ts'
import { meshBody } from '../../../../server/webhooks/mesh-body.ts'

const transferId = 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41'
const nameOf = (type: string) => (type === 'sandbox' ? 'Sandbox Exchange' : type)

/** JSON text, because a JavaScript number cannot hold these amounts. */
function event({ type = 'transfer.succeeded', gasCurrency = 'USDC', transactionId = '"order-7"', sequence = 5 } = {}) {
  return `{"id":"msg_1","type":"${type}","timestamp":"2026-11-20T14:02:04.250Z","data":{"transferId":"${transferId}",
    "sequence":${sequence},"status":"Succeeded","userId":"user-1","transactionId":${transactionId},"fromType":"sandbox",
    "toAddress":"0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61","hash":"0x4f","networkName":"Base","symbol":"USDC",
    "amount":12345678.901234567890123456,"networkGasFee":0.000000000000000004,"networkGasFeeCurrency":"${gasCurrency}",
    "institutionTransferFee":1}}`
}

test('the body has the published names, and amounts digit for digit', () => {
  const body = meshBody(event(), nameOf) ?? ''
  const { Id, EventId, ...rest } = JSON.parse(body)
  assert.deepEqual(
    { ...rest, SourceAmount: 0, DestinationAmount: 0 },
    {
      SentTimestamp: 1795183324,
      UserId: 'user-1',
      TransactionId: 'order-7',
      TransferId: transferId,
      TransferStatus: 'Succeeded',
      TxHash: '0x4f',
      Chain: 'Base',
      Token: 'USDC',
      DestinationAddress: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
      SourceAccountProvider: 'Sandbox Exchange',
      SourceAmount: 0,
      DestinationAmount: 0,
      Timestamp: 1795183324250,
    },
  )
  assert.match(body, /"SourceAmount":12345679\.90123456789012346,"DestinationAmount":12345678\.901234567890123456,/)
  for (const id of [Id, EventId]) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.notEqual(Id, EventId)
})

test('the body has exactly the fields that the OpenAPI document describes', () => {
  const body = JSON.parse(meshBody(event(), nameOf) ?? '')
  assert.deepEqual(MeshTransferEvent.strict().parse(body), body)
})

test('a fee in another token is not part of the source amount', () => {
  assert.match(meshBody(event({ gasCurrency: 'ETH' }), nameOf) ?? '', /"SourceAmount":12345679\.901234567890123456,/)
})

test('the same event gives the same bytes, and another event another id', () => {
  const idOf = (text: string) => JSON.parse(meshBody(text, nameOf) ?? '').EventId
  assert.equal(meshBody(event(), nameOf), meshBody(event(), nameOf))
  assert.notEqual(idOf(event()), idOf(event({ sequence: 6 })))
})

test('only changes of the status have a body', () => {
  const statusOf = (type: string) => JSON.parse(meshBody(event({ type }), nameOf) ?? 'null')?.TransferStatus
  assert.equal(statusOf('transfer.pending'), 'Pending')
  assert.equal(statusOf('transfer.failed'), 'Failed')
  for (const type of ['transfer.attention', 'account.connected', 'test', 'constructor'])
    assert.equal(meshBody(event({ type }), nameOf), null)
})

test('a transfer without a reference of the client has an empty TransactionId', () => {
  assert.equal(JSON.parse(meshBody(event({ transactionId: 'null' }), nameOf) ?? '').TransactionId, '')
})
