// With several accounts, `brokerConnected` follows the choice of one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import type { FrameMessage } from '../../../../components/protocol/link-messages.ts'
import { account, events, session, states } from '../../../components/samples.ts'

const accounts = [account, { ...account, accountId: 'a2', name: 'Savings' }]
const authData = {
  accessToken: {
    accountTokens: [
      { account: { accountId: 'a1', accountName: 'Main' }, accessToken: 'at-1', refreshToken: 'rt-1' },
      { account: { accountId: 'a2', accountName: 'Savings' }, accessToken: 'at-2', refreshToken: 'rt-2' },
    ],
    brokerType: 'sandbox',
    brokerName: 'Sandbox Exchange',
    brokerBrandInfo: { brokerLogo: '' },
  },
  auth_token: 'at-1',
  refresh_token: 'rt-1',
}
const connected = (several = accounts): FlowEvent => ({
  type: 'connectionAnswered',
  connection: { connectionId: 'c1', state: 'connected', accounts: several, authData },
})

/** For each event, the messages of its transition. */
function messagesOf(state: FlowState, ...all: FlowEvent[]): FrameMessage[][] {
  return all.map((event) => {
    const before = state
    state = advance(before, event)
    return siteEvents(before, event, state)
  })
}

const typesOf = (messages: FrameMessage[] | undefined) => messages?.map(({ type }) => type)

/** The flat tokens, and the accounts in order. */
function tokensIn(messages: FrameMessage[] | undefined) {
  const found = messages?.find(({ type }) => type === 'brokerageAccountAccessToken')
  if (found?.type !== 'brokerageAccountAccessToken') return null
  const { auth_token, refresh_token, accountTokens } = found.payload
  return [auth_token, refresh_token, accountTokens.map((each) => each.account.accountId).join()]
}

const signIn = states['sign-in (checking)']

test('one account is reported at once', () => {
  const [first] = messagesOf(signIn, connected([account]))
  assert.deepEqual(tokensIn(first), ['at-1', 'rt-1', 'a1,a2'])
})

test('of several accounts, the one that the user chose comes first, with its flat tokens', () => {
  const [asked, chosen, back, again] = messagesOf(
    signIn,
    connected(),
    { type: 'accountChosen', accountId: 'a2' },
    events.back,
    { type: 'accountChosen', accountId: 'a1' },
  )
  assert.deepEqual(typesOf(asked), ['integrationAccountSelectionRequired', 'unchosenAccounts'])
  assert.deepEqual(tokensIn(chosen), ['at-2', 'rt-2', 'a2,a1'])
  assert.equal(tokensIn(back), null)
  assert.deepEqual(tokensIn(again), ['at-1', 'rt-1', 'a1,a2'])
})

test('a user who leaves without choosing is connected all the same, and exit stays last', () => {
  const [, left] = messagesOf(signIn, connected(), events.leaveRequested)
  assert.deepEqual(typesOf(left), ['brokerageAccountAccessToken', 'close'])
  const [, , , leftLater] = messagesOf(
    signIn,
    connected(),
    { type: 'accountChosen', accountId: 'a2' },
    events.back,
    events.leaveRequested,
  )
  assert.deepEqual(typesOf(leftLater), ['close'], 'reported before')
})

test('accounts that the user did not choose between are reported when another account is connected instead', () => {
  const elsewhere = { ...authData, accessToken: { ...authData.accessToken, brokerType: 'kraken' }, auth_token: 'at-k' }
  const other: FlowEvent = {
    type: 'connectionAnswered',
    connection: { connectionId: 'c2', state: 'connected', accounts: [account], authData: elsewhere },
  }
  const [, back, , , connectedElsewhere] = messagesOf(
    signIn,
    connected(),
    events.back,
    events.integrationChosen,
    events.fieldsEntered,
    other,
  )
  assert.equal(tokensIn(back), null)
  const tokens = connectedElsewhere?.flatMap((message) =>
    message.type === 'brokerageAccountAccessToken' ? [message.payload.auth_token] : [],
  )
  assert.deepEqual(tokens, ['at-1', 'at-k'])
})

test('a link that only connects reports all accounts without a choice', () => {
  const { context } = signIn
  const only = { ...signIn, context: { ...context, session: { ...session, transfersEnabled: false } } } as FlowState
  const [first] = messagesOf(only, connected())
  assert.deepEqual(tokensIn(first), ['at-1', 'rt-1', 'a1,a2'])
})

test('tokens that the server delivers are in no message', () => {
  const { accessToken } = authData
  const bare = {
    accessToken: { ...accessToken, accountTokens: accessToken.accountTokens.map(({ account }) => ({ account })) },
  }
  const [, chosen] = messagesOf(
    signIn,
    { type: 'connectionAnswered', connection: { connectionId: 'c1', state: 'connected', accounts, authData: bare } },
    { type: 'accountChosen', accountId: 'a2' },
  )
  assert.deepEqual(tokensIn(chosen), [undefined, undefined, 'a2,a1'])
})
