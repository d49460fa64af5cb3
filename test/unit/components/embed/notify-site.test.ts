import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifySite, type SiteNotice } from '../../../../components/embed/notify-site.ts'

const integration = { integrationType: 'sandbox', integrationName: 'Sandbox' }
const what = { symbol: 'USDC', amount: 5, amountText: '5', networkId: 'n', networkName: 'Base' }
const fees = { estimatedNetworkGasFee: { fee: 0 }, institutionTransferFee: { fee: 0 } }
const moved = { ...what, fromAddress: '', toAddress: '0x1', txId: '', transferId: 't-1' }

const previewed: SiteNotice = {
  type: 'transferPreviewed',
  payload: { ...integration, ...what, ...fees, previewId: 'p', fiatCurrency: 'USD', toAddress: '0x1' },
}
const initiated: SiteNotice = { type: 'transferInitiated', payload: { ...integration, status: 'pending' } }
const executed: SiteNotice = { type: 'transferExecuted', payload: { ...moved, status: 'pending' } }
const finished: SiteNotice = { type: 'transferFinished', payload: { ...moved, status: 'success', txId: '0xabc' } }

function listen(isOpen = () => true) {
  const events: string[] = []
  const states = new Set<string>()
  const site = notifySite({
    emit: (name, detail) => events.push(name === 'linkEvent' ? (detail as { type: string }).type : name) > 0,
    mark: (state, isOn = true) => (isOn ? states.add(state) : states.delete(state)),
    isOpen: () => isOpen(),
  })
  return { ...site, events, states }
}

test('an initiated transfer is unknown until there is a response, and none after a refusal', () => {
  const { notify, openTransfer } = listen()
  const unknown = { ...what, transferId: '', status: 'unknown', previewId: 'p' }
  const sent = { ...what, transferId: 't-1', transactionId: 't-1', status: 'pending' }
  const steps: [SiteNotice, object | undefined][] = [
    [previewed, undefined],
    [initiated, unknown],
    [{ type: 'transferMfaRequired', payload: {} }, undefined],
    [{ type: 'transferMfaEntered' }, unknown],
    [{ type: 'transferExecutionError', payload: { errorMessage: 'Refused.' } }, undefined],
    [initiated, unknown],
    [executed, sent],
    [{ type: 'integrationSelected', payload: integration }, sent],
    [finished, undefined],
  ]
  for (const [message, expected] of steps) {
    notify(message)
    assert.deepEqual(openTransfer(), expected, message.type)
  }
})

test('a finished transfer is emitted once, before its completion', () => {
  const { notify, events, states } = listen()
  for (const message of [executed, finished, finished]) notify(message)
  assert.deepEqual(events, ['transferExecuted', 'transferFinished', 'transferCompleted'])
  assert.deepEqual([...states], ['done'])
  notify({ type: 'transferFinished', payload: { status: 'error', errorMessage: 'Refused.', transferId: 't-2' } })
  assert.deepEqual(events.slice(3), ['transferFinished'])
})

test('the state is submitting from the initiation until the execution', () => {
  const { notify, states } = listen()
  const submitting = [previewed, initiated, executed].map((message) => {
    notify(message)
    return states.has('submitting')
  })
  assert.deepEqual(submitting, [false, true, false])
})

test('a site that closes the link at an event receives no further events', () => {
  const about = { accountTokens: [], brokerType: 'a', brokerName: 'A', brokerBrandInfo: { brokerLogo: '' } }
  const { notify, events } = listen(() => events.length === 0)
  notify({ type: 'brokerageAccountAccessToken', payload: { ...about, auth_token: 't' } })
  assert.deepEqual(events, ['brokerConnected'])
})
