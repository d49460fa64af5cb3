import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../../../../components/flow/calls.ts'
import { eligibleNetworks } from '../../../../components/flow/choose-network.ts'
import { advance, canGoBack } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import type { Connection, Session } from '../../../../components/flow/link-responses.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import { senderName } from '../../../../components/screens/names.ts'
import { loadTexts } from '../../../../components/texts/load-texts.ts'
import {
  account,
  arrived,
  confirming,
  context,
  dearerPreview,
  ether,
  events,
  holding,
  ineligible,
  problem,
  rejected,
  type StateName,
  session,
  states,
  transfer,
  unknown,
  walletAccount,
} from '../../../components/samples.ts'

const german = await loadTexts('de')

type Row = [StateName, FlowEvent['type'], FlowState['at'], (string | null)?]

/** From this state, at this event, to that state, with that call pending. */
const table: Row[] = [
  ['opening', 'sessionOpened', 'choose-account', 'integrations'],
  ['opening', 'linkRefused', 'link-ended', null],
  ['link-ended', 'newLinkRequested', 'link-ended', null],
  ['pending-transfer', 'pendingOpened', 'track-transfer', 'pollTransfer'],
  ['pending-transfer', 'pendingDismissed', 'choose-account', null],
  ['pending-transfer', 'tokensReceived', 'pending-transfer', null],
  ['choose-account', 'integrationChosen', 'sign-in', null],
  ['choose-account', 'tokensReceived', 'choose-asset', 'account'],
  ['choose-account (loading)', 'integrationsListed', 'choose-account', null],
  ['choose-account (loading)', 'tokensReceived', 'choose-asset', 'account'],
  ['choose-account (loading)', 'callFailed', 'show-problem', null],
  ['sign-in', 'fieldsEntered', 'sign-in', 'connect'],
  ['sign-in', 'back', 'choose-account', null],
  ['sign-in (checking)', 'connectionAnswered', 'choose-asset', 'holdings'],
  ['sign-in (checking)', 'callFailed', 'sign-in', null],
  ['enter-code', 'codeEntered', 'enter-code', 'code'],
  ['enter-code', 'codeResendRequested', 'enter-code', 'resend'],
  ['enter-code', 'back', 'sign-in', null],
  ['enter-code (checking)', 'connectionAnswered', 'choose-asset', 'holdings'],
  ['enter-code (checking)', 'callFailed', 'enter-code', null],
  ['hand-off', 'connectionAnswered', 'choose-asset', 'holdings'],
  ['hand-off', 'codeResendRequested', 'hand-off', 'resend'],
  ['hand-off (e-mail)', 'connectionAnswered', 'choose-asset', 'holdings'],
  ['hand-off (e-mail)', 'codeResendRequested', 'hand-off', 'resend'],
  ['hand-off (e-mail)', 'callFailed', 'show-problem', null],
  ['hand-off (e-mail)', 'back', 'sign-in', null],
  ['hand-off', 'callFailed', 'show-problem', null],
  ['hand-off', 'back', 'sign-in', null],
  ['pick-account', 'accountChosen', 'choose-asset', 'holdings'],
  ['pick-account', 'balancesRead', 'pick-account', null],
  ['pick-account', 'back', 'choose-account', null],
  ['sign-in-ended', 'signInRequested', 'sign-in', null],
  ['sign-in-ended', 'otherAccountRequested', 'choose-account', null],
  ['choose-asset', 'assetChosen', 'enter-amount', null],
  ['choose-asset', 'back', 'choose-account', null],
  ['choose-asset (loading)', 'holdingsListed', 'choose-asset', null],
  ['choose-asset (loading)', 'callFailed', 'show-problem', null],
  ['choose-asset (loading)', 'back', 'choose-account', null],
  ['choose-asset (opening a token)', 'accountOpened', 'choose-asset', 'holdings'],
  ['choose-asset (opening a token)', 'callFailed', 'show-problem', null],
  ['choose-asset (opening a token)', 'back', 'choose-account', null],
  ['no-eligible-assets', 'otherAccountRequested', 'choose-account', null],
  ['enter-amount', 'amountTyped', 'enter-amount', null],
  ['enter-amount', 'networkChosen', 'enter-amount', null],
  ['enter-amount', 'amountEntered', 'enter-amount', 'preview'],
  ['enter-amount', 'back', 'choose-asset', null],
  ['enter-amount (quoting)', 'previewed', 'review-transfer', null],
  ['enter-amount (quoting)', 'callFailed', 'show-problem', null],
  ['review-transfer', 'quoteExpired', 'review-transfer', 'preview'],
  ['review-transfer', 'sendRequested', 'review-transfer', 'execute'],
  ['review-transfer', 'back', 'enter-amount', null],
  ['review-transfer (quoting)', 'previewed', 'review-transfer', null],
  ['review-transfer (quoting)', 'callFailed', 'show-problem', null],
  ['review-transfer (quoting)', 'back', 'enter-amount', null],
  ['review-transfer (sending)', 'executed', 'track-transfer', 'pollTransfer'],
  ['review-transfer (sending)', 'callFailed', 'show-problem', null],
  ['transfer-code', 'codeEntered', 'transfer-code', 'execute'],
  ['transfer-code', 'codeResendRequested', 'transfer-code', 'resendExecute'],
  ['transfer-code', 'back', 'review-transfer', null],
  ['transfer-code (sending)', 'executed', 'track-transfer', 'pollTransfer'],
  ['transfer-code (sending)', 'callFailed', 'show-problem', null],
  ['confirm-elsewhere', 'confirmedElsewhere', 'confirm-elsewhere', 'execute'],
  ['confirm-elsewhere', 'codeResendRequested', 'confirm-elsewhere', 'resendExecute'],
  ['confirm-elsewhere', 'executed', 'track-transfer', 'pollTransfer'],
  ['confirm-elsewhere', 'callFailed', 'show-problem', null],
  ['confirm-elsewhere', 'back', 'review-transfer', null],
  ['confirm-elsewhere (e-mail)', 'confirmedElsewhere', 'confirm-elsewhere', 'execute'],
  ['confirm-elsewhere (e-mail)', 'codeResendRequested', 'confirm-elsewhere', 'resendExecute'],
  ['confirm-elsewhere (e-mail)', 'executed', 'track-transfer', 'pollTransfer'],
  ['confirm-elsewhere (e-mail)', 'callFailed', 'show-problem', null],
  ['confirm-elsewhere (e-mail)', 'back', 'review-transfer', null],
  ['extra-data', 'extraEntered', 'extra-data', 'execute'],
  ['extra-data', 'back', 'review-transfer', null],
  ['extra-data (sending)', 'executed', 'track-transfer', 'pollTransfer'],
  ['extra-data (sending)', 'callFailed', 'show-problem', null],
  ['confirm-elsewhere (sending)', 'executed', 'track-transfer', 'pollTransfer'],
  ['confirm-elsewhere (sending)', 'callFailed', 'show-problem', null],
  ['choose-wallet', 'walletsFound', 'choose-wallet', 'findWallets'],
  ['choose-wallet', 'walletChosen', 'connect-wallet', 'connectWallet'],
  ['choose-wallet', 'accountOpened', 'choose-asset', 'holdings'],
  ['choose-wallet', 'payByLinkChosen', 'payment-amount', null],
  ['choose-wallet', 'callFailed', 'show-problem', null],
  ['choose-wallet', 'back', 'choose-account', null],
  ['connect-wallet', 'connectionAnswered', 'choose-asset', 'holdings'],
  ['connect-wallet', 'callFailed', 'show-problem', null],
  ['connect-wallet', 'back', 'choose-wallet', 'findWallets'],
  ['other-account', 'accountSwitched', 'connect-wallet', 'connectWallet'],
  ['other-account', 'otherAccountConfirmed', 'connect-wallet', 'connectWallet'],
  ['other-account', 'back', 'choose-wallet', 'findWallets'],
  ['prove-wallet', 'proofRequested', 'prove-wallet', 'proveAddress'],
  ['prove-wallet', 'back', 'review-transfer', null],
  ['prove-wallet (signing)', 'walletProved', 'review-transfer', 'execute'],
  ['prove-wallet (signing)', 'callFailed', 'prove-wallet', null],
  ['prove-wallet (signing)', 'back', 'review-transfer', null],
  ['prove-wallet (refused)', 'proofRequested', 'prove-wallet', 'proveAddress'],
  ['prove-wallet (refused)', 'back', 'review-transfer', null],
  ['confirm-in-wallet', 'walletProgressed', 'confirm-in-wallet', 'sendWithWallet'],
  ['confirm-in-wallet', 'walletSent', 'track-transfer', 'pollTransfer'],
  ['confirm-in-wallet', 'walletRefused', 'review-transfer', null],
  ['confirm-in-wallet', 'back', 'review-transfer', null],
  ['choose-payment', 'destinationChosen', 'payment-amount', null],
  ['choose-payment', 'back', 'choose-wallet', 'findWallets'],
  ['payment-amount', 'paymentRequested', 'payment-amount', 'payment'],
  ['payment-amount', 'paymentMade', 'pay-by-link', 'pollTransfer'],
  ['payment-amount', 'callFailed', 'show-problem', null],
  ['payment-amount', 'back', 'choose-wallet', 'findWallets'],
  ['payment-amount (another left)', 'paymentRequested', 'payment-amount', 'payment'],
  ['payment-amount (another left)', 'paymentMade', 'pay-by-link', 'pollTransfer'],
  ['payment-amount (another left)', 'paymentEnded', 'payment-amount', null],
  ['payment-amount (another left)', 'transferPolled', 'transfer-receipt', null],
  ['payment-amount (another left)', 'callFailed', 'payment-amount', null],
  ['payment-amount (another left)', 'back', 'choose-wallet', 'findWallets'],
  ['pay-by-link', 'transferPolled', 'transfer-receipt', null],
  ['pay-by-link', 'callFailed', 'show-problem', null],
  ['pay-by-link', 'back', 'payment-amount', 'endPayment'],
  ['pay-by-link', 'paymentReported', 'left', null],
  ['pay-by-link (by hand)', 'transferPolled', 'transfer-receipt', null],
  ['pay-by-link (by hand)', 'callFailed', 'show-problem', null],
  ['pay-by-link (by hand)', 'back', 'payment-amount', null],
  ['pay-by-link (by hand)', 'paymentReported', 'left', null],
  ['on-full-page', 'fullPagePolled', 'transfer-receipt', null],
  ['on-full-page', 'fullPageOpened', 'on-full-page', 'pollFullPage'],
  ['on-full-page', 'linkReclaimed', 'choose-account', null],
  ['on-full-page', 'callFailed', 'on-full-page', 'pollFullPage'],
  ['on-full-page', 'back', 'on-full-page', 'reclaimLink'],
  ['on-full-page (blocked)', 'back', 'on-full-page', 'reclaimLink'],
  ['on-full-page (open)', 'back', 'on-full-page', 'reclaimLink'],
  ['on-full-page (failed)', 'back', 'on-full-page', 'reclaimLink'],
  ['track-transfer', 'transferPolled', 'transfer-receipt', null],
  ['track-transfer', 'callFailed', 'show-problem', null],
  ['transfer-waiting', 'transferPolled', 'transfer-receipt', null],
  ['transfer-waiting', 'callFailed', 'show-problem', null],
  ['transfer-waiting (provable)', 'transferPolled', 'transfer-receipt', null],
  ['transfer-waiting (provable)', 'callFailed', 'show-problem', null],
  ['transfer-waiting (provable)', 'proofRequested', 'transfer-waiting', 'proveAddress'],
  ['transfer-failed', 'changeRequested', 'enter-amount', null],
  ['transfer-failed', 'otherAccountRequested', 'choose-account', null],
  ['show-problem', 'retried', 'choose-asset', null],
  ['show-problem', 'otherAccountRequested', 'choose-account', null],
  ['leaving', 'stayed', 'review-transfer', null],
  ['leaving', 'left', 'left', null],
  // A response or a tick that arrives below the question is not lost; the question stays.
  ['leaving', 'quoteExpired', 'leaving', 'preview'],
]

/** States with more than one variant. */
const alike: Partial<Record<StateName, StateName[]>> = {
  'choose-wallet': ['choose-wallet (looking)', 'choose-wallet (none)', 'choose-wallet (refused)'],
  'review-transfer': ['review-transfer (wallet)'],
  'on-full-page': [
    'on-full-page (blocked)',
    'on-full-page (open)',
    'on-full-page (taking back)',
    'on-full-page (sent)',
    'on-full-page (unknown)',
    'on-full-page (failed)',
    'on-full-page (ended)',
    'on-full-page (failed, ended)',
  ],
  'track-transfer': ['track-transfer (wallet)'],
}
/** Nobody chooses of none. */
const lacks = (name: StateName, type: string) =>
  (type === 'walletChosen' && /looking|none/.test(name)) || (/^on-full-page/.test(name) && type === 'back')
for (const [name, others] of Object.entries(alike))
  for (const other of others)
    table.push(
      ...table
        .filter(([from, type]) => from === name && !lacks(other, type))
        .map(([, ...rest]): Row => [other, ...rest]),
    )
// Whatever is about to be sent continues on a full page, but nothing that is being sent.
for (const [name, { at, pending }] of Object.entries(states) as [StateName, FlowState][])
  if (/^(enter-amount|review-transfer|transfer-code|confirm-elsewhere|extra-data|show-problem)$/.test(at))
    if (pending?.call !== 'execute') table.push([name, 'fullPageOpened', 'on-full-page', 'pollFullPage'])
// Given up here, and confirmed in the wallet all the same.
table.push(['review-transfer (wallet)', 'walletSent', 'track-transfer', 'pollTransfer'])
for (const name of ['prove-wallet', 'prove-wallet (signing)', 'prove-wallet (refused)'] as const)
  table.push([name, 'walletSent', 'track-transfer', 'pollTransfer'])

/** The close button: at once where nothing is at stake, else by way of a question. */
const leaving: Partial<Record<StateName, FlowState['at']>> = {
  'confirm-in-wallet': 'leaving',
  'prove-wallet': 'leaving',
  'prove-wallet (signing)': 'leaving',
  'prove-wallet (refused)': 'leaving',
  'review-transfer (wallet)': 'leaving',
  opening: 'opening',
  left: 'left',
  leaving: 'leaving',
  'enter-amount': 'leaving',
  'enter-amount (quoting)': 'leaving',
  'review-transfer': 'leaving',
  'review-transfer (quoting)': 'leaving',
  'review-transfer (sending)': 'leaving',
  'transfer-code': 'leaving',
  'transfer-code (sending)': 'leaving',
  'confirm-elsewhere': 'leaving',
  'confirm-elsewhere (e-mail)': 'leaving',
  'extra-data': 'leaving',
  'extra-data (sending)': 'leaving',
  'confirm-elsewhere (sending)': 'leaving',
}

const names = Object.keys(states) as StateName[]
const types = Object.keys(events) as FlowEvent['type'][]
const go = (name: StateName, event: FlowEvent) => advance(states[name], event)

for (const [from, type, to, pending] of table) {
  test(`${from} --${type}--> ${to}`, () => {
    const next = go(from, events[type])
    assert.notEqual(next, states[from])
    assert.equal(next.at, to)
    if (pending !== undefined) assert.equal(next.pending?.call ?? null, pending)
  })
}

for (const from of names) {
  test(`leaving from ${from} leads to ${leaving[from] ?? 'left'}`, () => {
    assert.equal(go(from, events.leaveRequested).at, leaving[from] ?? 'left')
  })
}

test('every other pair of state and event changes nothing', () => {
  for (const from of names)
    for (const type of types) {
      if (type === 'leaveRequested' || table.some(([name, each]) => name === from && each === type)) continue
      // The question before leaving passes on what its step knows, and only that.
      if (from === 'leaving' && advance(states.leaving.from, events[type]) !== states.leaving.from && type !== 'back')
        continue
      assert.equal(go(from, events[type]), states[from], `${from} at ${type}`)
    }
})

test('a full page continues at the review of what was about to be sent, and sends nothing by itself', () => {
  const { choice } = states['on-full-page']
  assert.ok(choice !== null)
  const moved = { ...session, account, start: 'chooseAsset' as const, continued: choice }
  const resumeState = { choice }
  const opened = advance(states.opening, {
    type: 'sessionOpened',
    session: moved,
    recent: [],
    integrations: [],
    resumeState,
  })
  assert.deepEqual(opened.pending, { call: 'holdings', accountId: account.accountId })
  const quoting = advance(opened, events.holdingsListed)
  assert.deepEqual([quoting.at, quoting.pending], ['enter-amount', { call: 'preview', ...choice }])
  const review = advance(quoting, events.previewed)
  assert.deepEqual([review.at, review.pending], ['review-transfer', null])
  assert.ok(review.at === 'review-transfer')
  assert.deepEqual(review.choice, choice)
  // A transfer that goes on is shown in its place.
  const sent = { ...moved, pendingTransfer: { ...confirming, linkId: session.linkId } }
  const shown = advance(states.opening, { type: 'sessionOpened', session: sent, recent: [], resumeState })
  assert.equal(shown.at, 'track-transfer')
})

test('a returned link continues at the same review, unless a transfer was sent meanwhile', () => {
  const waiting = states['on-full-page (taking back)']
  const { choice } = waiting
  const moved = { ...session, account, start: 'chooseAsset' as const, continued: choice }
  const back = advance(waiting, { type: 'linkReclaimed', session: moved })
  assert.deepEqual(advance(back, events.holdingsListed).pending, { call: 'preview', ...choice })
  for (const pendingTransfer of [confirming, rejected]) {
    const sent = { ...moved, pendingTransfer: { ...pendingTransfer, linkId: session.linkId } }
    const shown = advance(waiting, { type: 'linkReclaimed', session: sent })
    assert.ok('transfer' in shown && shown.transfer?.transferId === pendingTransfer.transferId)
  }
})

test('a reloaded frame continues to follow its full page, and returns to the same review', () => {
  const opened = { type: 'fullPageOpened', returnCode: 'ac-2', link: null } as const
  const moved = advance({ ...states['review-transfer'] }, opened)
  assert.ok(moved.at === 'on-full-page' && moved.choice !== null)
  const { followed } = JSON.parse(JSON.stringify(moved.context.resumeState))
  const { session: stored } = followed as { session: Session }
  const resumed: FlowEvent = {
    type: 'sessionOpened',
    session: stored,
    recent: [],
    integrations: [],
    resumeState: { followed },
  }
  const again = advance(states.opening, resumed)
  assert.ok(again.at === 'on-full-page')
  assert.deepEqual([again.choice, again.returnCode, again.pending], [moved.choice, 'ac-2', { call: 'pollFullPage' }])
  assert.deepEqual([again.context.account, siteEvents(states.opening, resumed, again)], [account, [{ type: 'loaded' }]])
  // Its session is still here: what was about to be sent is quoted again.
  const back = advance(again, { type: 'linkReclaimed', session: null })
  assert.deepEqual(advance(back, events.holdingsListed).pending, { call: 'preview', ...moved.choice })
})

test('a link whose full page was not opened is still here', () => {
  assert.equal(go('on-full-page (taking back)', { type: 'linkReclaimed', session: null }), states['on-full-page'].from)
})

test('a frame that can no longer follow never claims that nothing was sent', () => {
  const ended = { ...problem, errorType: 'sessionEnded', httpStatus: 401 }
  const unknownEnd = go('on-full-page (open)', { type: 'callFailed', problem: ended })
  assert.deepEqual(unknownEnd.at === 'link-ended' && unknownEnd.reason, 'linkExpired')
  const sent = go('on-full-page (sent)', { type: 'callFailed', problem: ended })
  assert.deepEqual(sent.at === 'link-ended' && [sent.reason, sent.mayBeSent], ['sessionEnded', true])
  const refused = go('on-full-page (taking back)', { type: 'callFailed', problem: { ...ended, httpStatus: 410 } })
  assert.deepEqual(refused.pending, { call: 'pollFullPage' })
})

test('the site receives the events of a transfer on the full page once, as of one in the frame', () => {
  const messages: string[] = []
  let state: FlowState = states['on-full-page (open)']
  const seen = [null, rejected, rejected, { ...confirming, transferId: 't2' }, { ...arrived, transferId: 't2' }]
  for (const transfer of seen) {
    const event = { type: 'fullPagePolled', page: 'open', transfer } as const
    const next = advance(state, event)
    for (const message of siteEvents(state, event, next)) messages.push(JSON.stringify(message))
    state = next
  }
  assert.equal(state.at, 'transfer-receipt')
  const [error, failed, executed, finished, ...rest] = messages.map((text) => JSON.parse(text))
  assert.equal(error.type, 'transferExecutionError')
  assert.deepEqual([failed.type, failed.payload.status], ['transferFinished', 'error'])
  assert.deepEqual([executed.type, executed.payload.transferId], ['transferExecuted', 't2'])
  assert.deepEqual([finished.type, finished.payload.status], ['transferFinished', 'success'])
  assert.deepEqual(rest, [])
  const left = advance(state, events.leaveRequested)
  assert.equal(left.at === 'left' && left.summary.transfer?.transferId, 't2')
})

test('a reclaimed link emits the events of the full page that the frame has not emitted, and no others', () => {
  const eventsOnReturn = (before: FlowState, pendingTransfer: Session['pendingTransfer']) => {
    const event = { type: 'linkReclaimed', session: { ...session, account, pendingTransfer } } as const
    return siteEvents(before, event, advance(before, event)).map(({ type }) => type)
  }
  const own = { linkId: session.linkId }
  assert.deepEqual(eventsOnReturn(states['on-full-page (failed)'], { ...rejected, ...own }), [])
  assert.deepEqual(eventsOnReturn(states['on-full-page (open)'], { ...rejected, ...own }), [
    'transferExecutionError',
    'transferFinished',
  ])
  assert.deepEqual(eventsOnReturn(states['on-full-page (open)'], { ...confirming, ...own }), ['transferExecuted'])
  const gone = { ...arrived, ...own }
  assert.deepEqual(eventsOnReturn(states['on-full-page (open)'], gone), ['transferExecuted', 'transferFinished'])
  assert.deepEqual(eventsOnReturn(states['on-full-page (open)'], { ...confirming, linkId: 'another' }), [])
})

test('an address that has to be proved is proved before the wallet request, and the execute is repeated after it', () => {
  const sending = { ...states['review-transfer (wallet)'], pending: { call: 'execute', previewId: 'p1' } } as FlowState
  const required = { ...problem, errorType: 'walletOwnershipRequired', httpStatus: 409 }
  const proving = advance(sending, { type: 'callFailed', problem: required })
  assert.deepEqual([proving.at, proving.pending], ['prove-wallet', null])
  const declined = advance(advance(proving, events.proofRequested), {
    type: 'callFailed',
    problem: { ...problem, errorType: 'walletRejected' },
  })
  assert.equal(declined.at === 'prove-wallet' && declined.problem?.errorType, 'walletRejected')
  const proved = advance(advance(declined, events.proofRequested), events.walletProved)
  assert.deepEqual(proved.pending, { call: 'execute', previewId: 'p1' })
  // Given up meanwhile: nothing is ordered.
  assert.equal(advance(declined, events.walletProved), declined)
})

test('an ambiguous payment is proved from the screen that waits, by its own account alone, and polled again after it', () => {
  const waiting = states['transfer-waiting (provable)']
  assert.ok(waiting.at === 'transfer-waiting')
  const proving = advance(waiting, events.proofRequested)
  const { accountId } = walletAccount
  const { networkId } = waiting.transfer
  const site = waiting.context.session.client.origin
  assert.deepEqual(proving.pending, { call: 'proveAddress', site, accountId, networkId })
  assert.equal(advance(proving, events.proofRequested), proving)
  const follow = { call: 'pollTransfer', transferId: waiting.transfer.transferId }
  const refused = advance(proving, { type: 'callFailed', problem: { ...problem, errorType: 'walletRejected' } })
  assert.deepEqual([refused.at, refused.pending], ['transfer-waiting', follow])
  const polled = advance(refused, { type: 'transferPolled', transfer: waiting.transfer })
  assert.equal(polled.at === 'transfer-waiting' && polled.problem?.errorType, 'walletRejected')
  const proved = advance(advance(polled, events.proofRequested), events.walletProved)
  assert.deepEqual([proved.at, proved.pending], ['transfer-waiting', follow])
  assert.equal(advance(proved, events.proofRequested), proved)
  const ended = advance(proving, { type: 'callFailed', problem: { ...problem, errorType: 'sessionEnded' } })
  assert.equal(ended.at === 'link-ended' && ended.mayBeSent, true)
  const other = {
    ...waiting,
    context: { ...waiting.context, account: { ...waiting.context.account, accountId: 'another' } },
  }
  assert.equal(advance(other as FlowState, events.proofRequested), other)
})

test('another account than the expected one is shown, and connected only after it was confirmed', () => {
  const data = { expected: '0xaa', address: '0xbb' }
  const refused = { ...problem, errorType: 'otherWalletAccount', errorData: data, httpStatus: 409 }
  const other = go('connect-wallet', { type: 'callFailed', problem: refused })
  assert.deepEqual(other.at === 'other-account' && [other.expected, other.address], ['0xaa', '0xbb'])
  const switched = advance(other, events.accountSwitched)
  const wallet = other.at === 'other-account' ? other.wallet : undefined
  assert.deepEqual(switched.pending, { call: 'connectWallet', wallet, expected: '0xaa' })
  const confirmed = advance(other, events.otherAccountConfirmed)
  const expected = { call: 'connectWallet', wallet, expected: '0xbb', confirmedAddress: '0xbb' }
  assert.deepEqual(confirmed.pending, expected)
})

test('a wallet token of the site is named to the server before a wallet is connected', () => {
  const token = {
    accountId: '0xaa',
    accountName: 'Tally',
    accessToken: 't',
    brokerType: 'DeFiWallet',
    brokerName: 'Tally',
  }
  const next = go('choose-account', { type: 'tokensReceived', tokens: [token] })
  assert.equal(next.pending?.call === 'findWallets' && next.pending.accessToken, 't')
  const found = advance(next, { type: 'walletsFound', wallets: [], expectedWallet: '0xaa' })
  assert.equal('context' in found && found.context.session.expectedWallet, '0xaa')
})

test('a second click on Send changes nothing', () => {
  const sending = go('review-transfer', events.sendRequested)
  assert.equal(advance(sending, events.sendRequested), sending)
})

test('no way back leads out of sending', () => {
  for (const name of ['review-transfer (sending)', 'transfer-code (sending)', 'confirm-elsewhere (sending)'] as const)
    assert.equal(canGoBack(states[name]), false)
})

test('a new quote with another fee retains the old one for comparison, and one with the same fee does not', () => {
  const changed = go('review-transfer (quoting)', { type: 'previewed', preview: dearerPreview, receivedAtMs: 1 })
  assert.equal(changed.at === 'review-transfer' && changed.changedFrom?.previewId, 'p1')
  const same = go('review-transfer (quoting)', events.previewed)
  assert.equal(same.at === 'review-transfer' && same.changedFrom, null)
})

test('after a way back, a dearer quote of the same transfer retains the one that was reviewed', () => {
  const review = states['review-transfer']
  const again = (typed: string) => {
    const back = advance(review, { type: 'back' })
    const asked = advance(back, { type: 'amountEntered', amount: typed })
    assert.equal(asked.pending?.call, 'preview')
    return advance(asked, { type: 'previewed', preview: dearerPreview, receivedAtMs: 1 })
  }
  const same = again(review.choice.amount)
  assert.equal(same.at === 'review-transfer' && same.changedFrom?.previewId, 'p1')
  const other = again('300')
  assert.equal(other.at === 'review-transfer' && other.changedFrom, null)
})

test('an expired preview is requested again in place, and nothing is sent by itself', () => {
  const expired = { ...problem, errorType: 'previewExpired', httpStatus: 410 }
  const next = go('review-transfer (sending)', { type: 'callFailed', problem: expired })
  assert.deepEqual([next.at, next.pending?.call], ['review-transfer', 'preview'])
  const quoted = advance(next, { type: 'previewed', preview: dearerPreview, receivedAtMs: 2 })
  assert.equal(quoted.pending, null)
  assert.equal(quoted.at === 'review-transfer' && quoted.problem?.errorType, 'previewExpired', 'and it is said why')
  const again = advance(quoted, events.sendRequested)
  assert.equal(again.at === 'review-transfer' && again.problem, null)
})

test('a session that ends during an execute does not claim that nothing more was sent', () => {
  const over = { ...problem, errorType: 'sessionEnded', httpStatus: 401 }
  const sending = go('review-transfer (sending)', { type: 'callFailed', problem: over })
  assert.equal(sending.at === 'link-ended' && sending.mayBeSent, true)
  const quoting = go('enter-amount (quoting)', { type: 'callFailed', problem: over })
  assert.equal(quoting.at === 'link-ended' && quoting.mayBeSent, false)
})

test('a server error during an order to send is not reported as a failure', () => {
  const sending = states['review-transfer (sending)']
  const failed: FlowEvent = {
    type: 'callFailed',
    problem: { ...problem, errorType: 'storageUnavailable', httpStatus: 503 },
  }
  const shown = advance(sending, failed)
  assert.deepEqual([shown.at, siteEvents(sending, failed, shown)], ['show-problem', []])
  const left = advance(shown, events.leaveRequested)
  assert.ok(left.at === 'left' && left.callback?.status === 'Pending')
  assert.match(left.summary.errorMessage ?? '', /It is not known yet/)
})

test('a destination that is refused is no fault of the amount, which is still there after going back', () => {
  const stopped = { ...problem, errorType: 'riskBlocked', httpStatus: 422 }
  const shown = go('enter-amount (quoting)', { type: 'callFailed', problem: stopped })
  assert.equal(shown.at, 'show-problem')
  const left = advance(shown, events.leaveRequested)
  assert.deepEqual(
    siteEvents(shown, events.leaveRequested, left).map(({ type }) => type),
    ['transferExecutionError', 'transferFinished', 'close'],
  )
  const back = advance(shown, events.back)
  assert.ok(back.at === 'enter-amount' && back.pending === null && back.draft.typed !== '')
})

test('the summary names the exchange of the sign-in that was left, not that of an account connected before', () => {
  const signingIn = {
    ...states['sign-in'],
    integration: { ...states['sign-in'].integration, type: 'other', name: 'Other' },
  }
  const left = advance({ ...signingIn, context: { ...signingIn.context, account } }, events.leaveRequested)
  assert.deepEqual(left.at === 'left' && left.summary.selectedIntegration, { id: 'other', name: 'Other' })
})

test('a reload goes on with the sign-in, the amount and the transfer that it interrupted', () => {
  const { integration, connection } = states['enter-code']
  const signingIn = go('opening', { ...events.sessionOpened, resumeState: { integration, connection } })
  assert.deepEqual([signingIn.at, signingIn.pending], ['enter-code', null])

  const { draft } = states['enter-amount']
  const opened: Session = { ...session, account, start: 'chooseAsset' }
  const loading = go('opening', { ...events.sessionOpened, session: opened, resumeState: { draft } })
  assert.deepEqual([loading.at, loading.pending?.call], ['choose-asset', 'holdings'])
  const listed = advance(loading, { type: 'holdingsListed', status: 'succeeded', holdings: [ether, holding] })
  assert.ok(listed.at === 'enter-amount')
  assert.deepEqual(listed.draft, draft)
  const list = advance(listed, events.back)
  assert.equal(list.at, 'choose-asset', 'which is not forced on anybody')

  const pending = { ...confirming, linkId: session.linkId }
  const followed = go('opening', { ...events.sessionOpened, session: { ...session, pendingTransfer: pending } })
  assert.deepEqual([followed.at, followed.pending?.call], ['track-transfer', 'pollTransfer'])
})

const emailRequired = { outcome: 'emailConfirmationRequired', errorType: null, transfer: null } as const

test('a reload at the code of a second account goes on there, not with the first account', () => {
  const { integration, connection } = states['enter-code']
  const opened: Session = { ...session, account, start: 'chooseAsset' }
  assert.equal(
    go('opening', { ...events.sessionOpened, session: opened, resumeState: { integration, connection } }).at,
    'enter-code',
  )
})

const authData = {
  accessToken: { accountTokens: [], brokerType: 'sandbox', brokerName: '', brokerBrandInfo: { brokerLogo: '' } },
  auth_token: 'hush-token',
}

test('the tokens of a sign-in that succeeded during a reload are requested and sent to the site', () => {
  const { integration, connection } = states['enter-code']
  const { connectionId } = connection
  const connected = { connectionId, type: integration.type }
  const opened: Session = { ...session, account, start: 'chooseAsset', connected }
  const reload = (resumeState: object, resumed = opened) =>
    go('opening', { ...events.sessionOpened, session: resumed, resumeState })
  for (const resumeState of [{ integration }, { integration, connection }]) {
    const reloaded = reload(resumeState)
    assert.deepEqual([reloaded.at, reloaded.pending], ['sign-in', { call: 'reconnect', connectionId }])
    const event = { ...events.connectionAnswered, connection: { ...events.connectionAnswered.connection, authData } }
    const after = advance(reloaded, event)
    assert.equal(after.at, 'choose-asset')
    assert.deepEqual(
      siteEvents(reloaded, event, after).map(({ type }) => type),
      ['brokerageAccountAccessToken'],
    )
  }
  assert.equal(reload({}).at, 'choose-asset', 'the sign-in was not pending')
  assert.equal(reload({ integration }, { ...opened, connected: null }).at, 'choose-asset')
  const other = { ...connection, connectionId: 'another' }
  assert.equal(reload({ integration, connection: other }).at, 'enter-code', 'a later sign-in')
})

test('a reload during an execute repeats it with the same preview, and offers no new transfer', () => {
  const { choice, quote } = states['review-transfer (sending)']
  const opened: Session = { ...session, account, start: 'chooseAsset' }
  const opening = { ...events.sessionOpened, session: opened, resumeState: { choice, quote } }
  const listed = advance(go('opening', opening), { type: 'holdingsListed', status: 'succeeded', holdings: [holding] })
  assert.equal(listed.at, 'review-transfer')
  assert.deepEqual(listed.pending, { call: 'execute', previewId: quote.preview.previewId })
  const confirming = advance(listed, { type: 'executed', response: { ...events.executed.response, ...emailRequired } })
  assert.equal(confirming.at, 'confirm-elsewhere', 'as before the reload')

  const other = { ...session, account, pendingTransfer: transfer }
  const offered = go('opening', { ...opening, session: other })
  const dismissed = advance(offered, { type: 'pendingDismissed' })
  const anew = advance(dismissed, { type: 'holdingsListed', status: 'succeeded', holdings: [holding, ether] })
  assert.equal(anew.at, 'choose-asset', 'whoever starts another transfer has given no order')
})

test('a reload shows the outcome of the transfer that it interrupted, and emits it to the site', () => {
  for (const [status, at] of [
    ['Succeeded', 'transfer-receipt'],
    ['Failed', 'transfer-failed'],
  ] as const) {
    const ended = { ...transfer, status, linkId: session.linkId }
    const event = { ...events.sessionOpened, session: { ...session, account, pendingTransfer: ended } }
    const opened = go('opening', event)
    assert.equal(opened.at, at)
    assert.deepEqual(
      siteEvents(states.opening, event, opened).map(({ type }) => type),
      ['loaded', ...(status === 'Failed' ? ['transferExecutionError'] : []), 'transferFinished'],
    )
    const { draft } = states['enter-amount']
    assert.equal(
      go('opening', { ...event, resumeState: { draft } }).at,
      'choose-asset',
      'somebody was about to send more',
    )
  }
})

test('back from the assets leads to the choice of an account, from which the connected one is gone on with', () => {
  const list = go('choose-asset', events.back)
  assert.equal(list.at, 'choose-account')
  assert.deepEqual(advance(list, { type: 'accountChosen', accountId: account.accountId }).pending, {
    call: 'holdings',
    accountId: account.accountId,
  })
})

test('back from the assets of one of several accounts leads to the choice, and back from there loses none of them', () => {
  const { accounts, ...picking } = states['pick-account']
  const several = { connectionId: 'c1', state: 'connected', accounts } as const
  const choice = go('sign-in (checking)', { type: 'connectionAnswered', connection: several })
  assert.ok(choice.at === 'pick-account' && picking.at === choice.at)
  assert.deepEqual(choice.pending, { call: 'balances', accountIds: ['a1', 'a2'] })
  const list = advance(advance(choice, events.back), events.accountChosen)
  assert.equal(list.at, 'pick-account')
  const assets = advance(list, { type: 'accountChosen', accountId: 'a2' })
  assert.deepEqual(assets.pending, { call: 'holdings', accountId: 'a2' })
  const again = advance(assets, events.back)
  assert.ok(again.at === 'pick-account' && again.accounts.length === 2)
  // Another sign-in since: its one account is not among them.
  const other = { ...assets, context: { ...choice.context, account: { ...account, accountId: 'b1' } } } as typeof assets
  assert.equal(advance(other, events.back).at, 'choose-account')
})

test('a pending confirmation is emitted once as a required MFA of its kind, and its completion as entered', () => {
  const step = (from: FlowState, event: FlowEvent) => {
    const to = advance(from, event)
    return { to, messages: siteEvents(from, event, to).filter(({ type }) => /Mfa/.test(type)) }
  }
  const wait = { connectionId: 'c1', state: 'waiting', waitingFor: 'device' } as const
  const waiting = step(states['sign-in (checking)'], { type: 'connectionAnswered', connection: wait })
  assert.deepEqual(waiting.messages, [{ type: 'integrationMfaRequired', payload: { mfaType: 'deviceConfirmation' } }])
  const still = step(waiting.to, { type: 'connectionAnswered', connection: wait })
  assert.deepEqual(still.messages, [])
  const connected: Connection = { connectionId: 'c1', state: 'connected', accounts: [account] }
  assert.deepEqual(step(still.to, { type: 'connectionAnswered', connection: connected }).messages, [
    { type: 'integrationMfaEntered' },
  ])
  for (const outcome of ['emailConfirmationRequired', 'addressWhitelistRequired', 'travelRuleRequired'] as const) {
    const response = { ...events.executed.response, outcome, errorType: outcome, transfer: null }
    const required = step(states['review-transfer (sending)'], { type: 'executed', response })
    const mfaType = outcome.replace('Required', '')
    assert.deepEqual(required.messages, [
      { type: 'transferMfaRequired', payload: { mfaType, transactionId: 'order-1' } },
    ])
    const sending = required.to.at === 'extra-data' ? advance(required.to, events.extraEntered) : required.to
    assert.deepEqual(step(sending, { type: 'executed', response }).messages, [])
    assert.deepEqual(step(sending, events.executed).messages, [
      { type: 'transferMfaEntered', payload: { transactionId: 'order-1' } },
    ])
  }
})

test('an unknown outcome shows the waiting screen, and what becomes of it later', () => {
  const { response } = events.executed
  const waiting = go('review-transfer (sending)', { type: 'executed', response: { ...response, transfer: unknown } })
  assert.equal(waiting.at, 'transfer-waiting')
  const tracked = advance(waiting, { type: 'transferPolled', transfer: confirming })
  assert.equal(tracked.at, 'track-transfer')
  assert.equal(tracked.pending, waiting.pending, 'the same polling goes on')
})

test('a rejected transfer ends with its reason, and a required code does not end the attempt', () => {
  const { response } = events.executed
  const failed = { ...response, outcome: 'failed', message: 'Refused.', transfer: rejected } as const
  const ended = go('review-transfer (sending)', { type: 'executed', response: failed })
  assert.equal(ended.at === 'transfer-failed' && ended.message, 'Refused.')
  const required = { ...response, outcome: 'mfaRequired', mfaType: 'phone', transfer: null } as const
  const code = go('review-transfer (sending)', { type: 'executed', response: required })
  assert.equal(code.at === 'transfer-code' && code.mfaType, 'phone')
})

test('the same previewId is repeated after an unreachable exchange', () => {
  const failed = go('review-transfer (sending)', events.callFailed)
  const again = advance(failed, events.retried)
  assert.deepEqual(again.pending, { call: 'execute', previewId: 'p1' })
  assert.notEqual(again.pending, states['review-transfer (sending)'].pending, 'a new request, so that it is sent')
})

test('a sign-in that ended retains the typed user name, and returns to it', () => {
  const ended = go('enter-amount (quoting)', {
    type: 'callFailed',
    problem: { ...problem, errorType: 'authTokenExpired', httpStatus: 401 },
  })
  assert.equal(ended.at, 'sign-in-ended')
  const steps: FlowEvent[] = [
    events.signInRequested,
    events.fieldsEntered,
    events.connectionAnswered,
    events.holdingsListed,
    events.assetChosen,
  ]
  const back = steps.reduce(advance, ended)
  assert.equal(back.at === 'enter-amount' && back.draft.typed, '250')
})

test('a link with its own account starts there, ahead of the tokens of the site', () => {
  const opened = go('opening', { ...events.sessionOpened, session: { ...session, account, start: 'chooseAsset' } })
  assert.deepEqual(opened.pending, { call: 'holdings', accountId: 'a1' })
  assert.equal(advance(opened, events.tokensReceived), opened)
})

test('the token of a wallet starts the connection of that wallet again, and only the first token counts', () => {
  const [token] = events.tokensReceived.tokens
  assert.ok(token)
  const wallet = { ...token, brokerType: 'deFiWallet' }
  const next = go('choose-account', { type: 'tokensReceived', tokens: [wallet, token] })
  assert.equal(next.at === 'choose-wallet' && next.isAgain, true)
})

test('an integration without transfers ends at "no eligible assets"', () => {
  const next = go('choose-asset (opening a token)', {
    type: 'accountOpened',
    account: { ...account, transfers: false },
  })
  assert.equal(next.at, 'no-eligible-assets')
})

test('a sign-in that may not withdraw ends at "no eligible assets" with this reason', () => {
  const problem = { errorType: 'missingExchangePermission', message: 'It may not withdraw.', httpStatus: 403 }
  const next = go('choose-asset (loading)', { type: 'callFailed', problem })
  assert.equal(next.at === 'no-eligible-assets' && next.because, 'permission')
})

test('a connect-only link ends when the account is connected', () => {
  const connectOnly = { ...context, session: { ...session, transfersEnabled: false } }
  const next = advance({ ...states['sign-in (checking)'], context: connectOnly }, events.connectionAnswered)
  assert.equal(next.at, 'account-connected')
})

test('a connect-only link needs no choice among several accounts', () => {
  const connectOnly = { ...context, session: { ...session, transfersEnabled: false } }
  const connection = { ...events.connectionAnswered.connection, accounts: [account, { ...account, accountId: 'a2' }] }
  const connected = { type: 'connectionAnswered', connection } as const
  assert.equal(advance({ ...states['sign-in (checking)'], context: connectOnly }, connected).at, 'account-connected')
  assert.equal(advance(states['sign-in (checking)'], connected).at, 'pick-account')
})

test('a refused token of the site is reported to the site', () => {
  const before = states['choose-asset (opening a token)']
  const failed = { ...events.callFailed, problem: { ...problem, errorType: 'authTokenInvalid' } }
  const messages = siteEvents(before, failed, advance(before, failed))
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['integrationConnectionError'],
  )
})

test('networks are in the order of their fees', () => {
  assert.deepEqual(
    eligibleNetworks(holding).map(({ name }) => name),
    ['Base', 'Ethereum'],
  )
})

test('a pending transfer is offered first', () => {
  const opened = go('opening', { ...events.sessionOpened, session: { ...session, pendingTransfer: transfer } })
  assert.equal(opened.at, 'pending-transfer')
})

test('an amount that the app fixed goes straight to its quote where one network is left', () => {
  const { networks, ...rest } = holding
  const only = { ...rest, networks: networks.slice(1) }
  const fixed = { ...session, fixed: { symbol: 'USDC', amount: '50', amountInFiat: null } }
  const loading = { ...states['choose-asset (loading)'], context: { ...context, session: fixed, draft: null } }
  const next = advance(loading, { type: 'holdingsListed', status: 'succeeded', holdings: [only] })
  assert.deepEqual(next.pending, { call: 'preview', accountId: 'a1', networkId: 'base', symbol: 'USDC', amount: '50' })
  const several = advance(loading, { type: 'holdingsListed', status: 'succeeded', holdings: [holding] })
  assert.deepEqual([several.at, several.pending], ['enter-amount', null])
  assert.equal(advance(several, events.amountTyped), several, 'a fixed amount cannot be typed over')
})

test('a value that the app fixed leaves the choice of the asset, and holds for each', () => {
  const fixed = { ...session, fixed: { symbol: null, amount: null, amountInFiat: '50' } }
  const loading = { ...states['choose-asset (loading)'], context: { ...context, session: fixed, draft: null } }
  const choosing = advance(loading, { type: 'holdingsListed', status: 'succeeded', holdings: [holding, ether] })
  assert.deepEqual([choosing.at, choosing.pending], ['choose-asset', null])
  const entering = advance(choosing, events.assetChosen)
  assert.ok(entering.at === 'enter-amount')
  assert.deepEqual([entering.draft.typed, entering.draft.unit, entering.draft.locked], ['50', 'fiat', true])
  assert.equal(advance(entering, { type: 'back' }).at, 'choose-asset')
})

test('the cheapest network is preselected', () => {
  const next = advance({ ...states['choose-asset'], context: { ...context, draft: null } }, events.assetChosen)
  assert.equal(next.at === 'enter-amount' && next.draft.networkId, 'base')
})

test('secrets are not stored: the state after a connection holds neither password nor token', () => {
  const entered = go('sign-in', { type: 'fieldsEntered', fields: { username: 'u', password: 'hush-word' } })
  const { connection } = events.connectionAnswered
  const next = advance(entered, { type: 'connectionAnswered', connection: { ...connection, authData } })
  assert.equal(JSON.stringify(next).includes('hush'), false)
})

test('a response that arrives below the question before leaving closes it, and its screen is shown', () => {
  const leaving = go('review-transfer (sending)', events.leaveRequested)
  assert.equal(leaving.at === 'leaving' && leaving.question, 'sending')
  assert.equal(advance(leaving, events.executed).at, 'track-transfer')
})

test('leaving while a transfer is under way names it and its status', () => {
  const left = go('track-transfer', events.leaveRequested)
  assert.ok(left.at === 'left')
  assert.equal(left.summary.transfer?.transferId, transfer.transferId)
  assert.equal(left.summary.transfer?.status, 'pending')
  assert.equal(left.finished, false)
  assert.deepEqual(left.callback, { url: 'https://shop.example/', transferId: transfer.transferId, status: 'Pending' })
})

test('a malformed code can be entered again, and the attempt continues', () => {
  const refused = { errorType: 'invalidMfaCodeFormat', message: 'Enter the code.', httpStatus: 422 }
  const after = advance(states['transfer-code (sending)'], { type: 'callFailed', problem: refused })
  assert.ok(after.at === 'transfer-code' && after.problem?.message === refused.message && after.pending === null)
})

test('a code that has expired is named as such, and can be entered again', () => {
  const { response } = events.executed
  const late = { ...response, outcome: 'mfaFailed' as const, errorType: 'mfaCodeExpired', message: 'Too late.' }
  const after = advance(states['transfer-code (sending)'], { type: 'executed', response: { ...late, transfer: null } })
  assert.ok(after.at === 'transfer-code' && after.pending === null)
  assert.deepEqual([after.problem?.errorType, after.problem?.message], ['mfaCodeExpired', 'Too late.'])
})

test('an attempt that is refused before there is a transfer emits transferFinished with an error', () => {
  const refused = { errorType: 'insufficientBalance', message: 'The account has 1 USDC available.', httpStatus: 422 }
  const before = states['review-transfer (sending)']
  const event = { type: 'callFailed', problem: refused } as const
  const messages = siteEvents(before, event, advance(before, event))
  const finished = messages.find((message) => message.type === 'transferFinished')
  assert.ok(finished?.type === 'transferFinished' && finished.payload.status === 'error')
  assert.equal(finished.payload.errorMessage, refused.message)
})

test('while a confirmation elsewhere is pending, the polling continues and the state does not change', () => {
  const { response } = events.executed
  const waiting = states['confirm-elsewhere']
  const still = { ...response, outcome: waiting.kind, transfer: null }
  assert.equal(advance(waiting, { type: 'executed', response: still }), waiting)
  const wait = { connectionId: 'c1', state: 'waiting', waitingFor: 'email' } as const
  const signingIn = states['hand-off (e-mail)']
  assert.equal(advance(signingIn, { type: 'connectionAnswered', connection: wait }), signingIn)
})

test('the number of a sign-in in another window is shown while the polling continues, and a reload goes on without it', () => {
  const waiting = states['hand-off']
  const connection = { ...waiting.connection, state: 'redirect', confirmationNumber: '472' } as const
  const shown = advance(waiting, { type: 'connectionAnswered', connection })
  assert.ok(shown.at === 'hand-off')
  assert.deepEqual([shown.confirmationNumber, shown.connection], ['472', waiting.connection])
  assert.equal(shown.pending, waiting.pending)
  assert.equal(advance(shown, { type: 'connectionAnswered', connection }), shown)
})

test('a confirmation that the exchange has not seen yet is reported as such, and the polling continues', () => {
  const { response } = events.executed
  const checked = go('confirm-elsewhere', events.confirmedElsewhere)
  const next = advance(checked, {
    type: 'executed',
    response: { ...response, outcome: 'addressWhitelistRequired', transfer: null },
  })
  assert.ok(next.at === 'confirm-elsewhere' && next.isNotYet)
  assert.equal(next.pending?.call, 'pollExecute')
})

test('the travel-rule facts go with every further execute, with that of a code too', () => {
  const { response } = events.executed
  const entered = go('extra-data', events.extraEntered)
  const code = { ...response, outcome: 'mfaRequired', mfaType: 'totp', transfer: null } as const
  const repeated = advance(advance(entered, { type: 'executed', response: code }), events.codeEntered)
  assert.deepEqual(repeated.pending, {
    call: 'execute',
    previewId: 'p1',
    code: '123456',
    extra: events.extraEntered.extra,
  })
})

test('what was declared for one destination is not declared for another', () => {
  const { response } = events.executed
  const code = { ...response, outcome: 'mfaRequired', mfaType: 'totp', transfer: null } as const
  const waiting = advance(go('extra-data', events.extraEntered), { type: 'executed', response: code })
  const review = advance(advance(waiting, { type: 'back' }), events.previewed)
  const amount = advance(review, { type: 'back' })
  assert.ok(amount.at === 'enter-amount')
  const other = amount.holding.networks.find(
    ({ id, eligibleForTransfer }) => eligibleForTransfer && id !== amount.draft.networkId,
  )
  assert.ok(other !== undefined)
  const quoting = advance(advance(amount, { type: 'networkChosen', networkId: other.id }), events.amountEntered)
  const quoted = advance(quoting, { ...events.previewed, preview: { ...events.previewed.preview, previewId: 'p2' } })
  const sending = advance(quoted, events.sendRequested)
  assert.deepEqual(sending.at === 'review-transfer' && sending.pending, { call: 'execute', previewId: 'p2' })
})

test('the problem of a refused travel-rule fact stays beside its field', () => {
  const refused = { ...problem, errorType: 'extraInvalid', errorData: { field: 'recipientCountry' }, httpStatus: 422 }
  const next = go('extra-data (sending)', { type: 'callFailed', problem: refused })
  assert.ok(next.at === 'extra-data' && next.problem?.errorData?.field === 'recipientCountry' && next.pending === null)
})

test('facts that are required again were not all accepted, and the page says which one', () => {
  const { response } = events.executed
  const byLaw = { ...response, outcome: 'travelRuleRequired', errorData: { name: 'X' }, transfer: null } as const
  const first = go('review-transfer (sending)', { type: 'executed', response: byLaw })
  assert.ok(first.at === 'extra-data' && first.problem === null)
  const sending = advance(first, events.extraEntered)
  const again = advance(sending, { type: 'executed', response: byLaw })
  assert.ok(again.at === 'extra-data' && again.problem?.errorType === 'extraInvalid' && again.pending === null)
  const errorData = { name: 'X', field: 'recipientCountry' }
  const named = advance(sending, { type: 'executed', response: { ...byLaw, errorData } })
  assert.ok(named.at === 'extra-data' && named.problem?.errorData?.field === 'recipientCountry')
})

test('a transfer that another tab is sending is followed, not sent again', () => {
  const busy = {
    ...problem,
    errorType: 'duplicateTransferInProgress',
    errorData: { transferId: 't9' },
    httpStatus: 409,
  }
  const next = go('review-transfer (sending)', { type: 'callFailed', problem: busy })
  assert.deepEqual(next.pending, { call: 'pollTransfer', transferId: 't9' })
  assert.equal(advance(next, events.sendRequested), next)
  assert.equal(advance(next, { type: 'transferPolled', transfer }).at, 'track-transfer')
})

test('the integration that the app named comes first, and its list is one step back', () => {
  const named = { ...session, fromType: 'sandbox' }
  const opened = go('opening', { ...events.sessionOpened, session: named })
  const next = advance(opened, events.integrationsListed)
  assert.equal(next.at, 'sign-in')
  assert.equal(advance(next, events.back).at, 'choose-account')
})

test('a transfer with an unknown outcome blocks every other step', () => {
  const waiting = { ...states['pending-transfer'], transfer: unknown }
  assert.equal(advance(waiting, events.pendingDismissed), waiting)
  assert.equal(advance(waiting, events.pendingOpened).at, 'transfer-waiting')
})

test('a payment that a wallet may have sent is reported beside the button, and the button repeats the execute', () => {
  const busy = { ...problem, errorType: 'walletMayHaveSent', httpStatus: 409 }
  const next = go('review-transfer (sending)', { type: 'callFailed', problem: busy })
  assert.ok(next.at === 'review-transfer' && next.pending === null && next.problem === busy)
  assert.equal(advance(next, events.sendRequested).pending?.call, 'execute')
})

test('leaving while a wallet may have sent never claims that nothing was sent', () => {
  for (const errorType of ['walletFailed', 'walletMayHaveSent', 'walletDisconnected']) {
    const before = { ...states['review-transfer (wallet)'], problem: { ...problem, errorType } }
    const question = advance(before, events.leaveRequested)
    assert.ok(question.at === 'leaving' && question.question === 'sending', errorType)
    const left = advance(question, events.left)
    assert.ok(left.at === 'left' && left.callback?.status === 'Pending')
    assert.match(left.summary.errorMessage ?? '', /whether it was sent/)
  }
  const refused = advance(states['review-transfer (wallet)'], events.leaveRequested)
  assert.ok(refused.at === 'leaving' && refused.question === 'nothingSent')
})

test('a transfer that needs an operator does not block a new one', () => {
  const unclear = { ...unknown, timeline: [...unknown.timeline, { at: unknown.createdAt, kind: 'unclear' }] }
  const waiting = { ...states['pending-transfer'], transfer: unclear }
  assert.equal(advance(waiting, events.pendingOpened).at, 'transfer-waiting')
  assert.equal(advance(waiting, events.pendingDismissed).at, 'choose-account')
})

test('an ambiguous payment is no longer polled, and leaving reports no more than the user did', () => {
  for (const kind of ['ambiguous', 'watchEnded']) {
    const shared = { ...transfer, hash: '', timeline: [{ at: transfer.createdAt, kind }] }
    const before = states['pay-by-link']
    const next = advance(before, { type: 'transferPolled', transfer: shared })
    assert.ok(next.at === 'pay-by-link' && next.pending === null && !next.payment.watched)
    assert.deepEqual(siteEvents(before, { type: 'transferPolled', transfer: shared }, next), [])
    const left = advance(next, events.paymentReported)
    assert.ok(left.at === 'left' && !left.finished && left.callback?.status === 'Pending')
    const messages = siteEvents(next, events.paymentReported, left)
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['close'],
    )
  }
})

test('the wallet row is named in the language in which the list is requested', async () => {
  const api = { get: async () => ({ integrations: states['choose-account'].context.integrations }) }
  const listed = await calls.integrations(
    { call: 'integrations' },
    { api, unnamedWallet: german.wallets.unnamed } as never,
    new AbortController().signal,
  )
  assert.ok(listed?.type === 'integrationsListed')
  const names = listed.integrations.filter(({ kind }) => kind === 'wallet').map(({ name }) => name)
  assert.deepEqual(names, [german.wallets.unnamed])
})

test('a sender without a name is called by a generic one in the user’s language, a named sender by its name', () => {
  const nameless = { ...transfer, fromName: 'Another wallet', fromAddress: '' }
  assert.equal(senderName(german, nameless), german.wallets.another)
  assert.equal(senderName(german, { ...nameless, fromAddress: '0x1' }), 'Another wallet')
})

test('an attempt that ends above the maximum, or refused, is reported to the site as failed', () => {
  const step = states['enter-amount']
  const before = { ...step, draft: { ...step.draft, typed: '30000' } }
  const question = advance(before, events.leaveRequested)
  const messages = siteEvents(question, events.left, advance(question, events.left))
  assert.equal(messages[0]?.type, 'transferExecutionError')
  assert.deepEqual(messages[1], {
    type: 'transferFinished',
    payload: {
      status: 'error',
      transactionId: 'order-1',
      userId: 'u1',
      clientTransactionId: 'order-1',
      errorMessage: 'The amount is above the maximum of 19999.96 USDC.',
      errorType: 'amountAboveMaximum',
    },
  })
  const stopped = { ...problem, errorType: 'riskBlocked', message: 'An address of no one.' }
  const blocked = advance({ ...step, problem: stopped }, events.leaveRequested)
  const [, finished] = siteEvents(blocked, events.left, advance(blocked, events.left))
  assert.deepEqual(finished?.type === 'transferFinished' && finished.payload, {
    status: 'error',
    transactionId: 'order-1',
    userId: 'u1',
    clientTransactionId: 'order-1',
    errorMessage: 'An address of no one.',
    errorType: 'riskBlocked',
    requestId: 'req_1',
  })
  const fine = siteEvents(
    advance(step, events.leaveRequested),
    events.left,
    advance(advance(step, events.leaveRequested), events.left),
  )
  assert.deepEqual(
    fine.map(({ type }) => type),
    ['close'],
  )
})

test('a sign-in that was not confirmed in time goes back to its beginning, with the reason', () => {
  const late = { ...problem, errorType: 'confirmationExpired', httpStatus: 422 }
  const next = go('hand-off (e-mail)', { type: 'callFailed', problem: late })
  assert.ok(next.at === 'sign-in' && next.problem?.errorType === 'confirmationExpired')
})

test('a token that is no longer good leads to the sign-in of its own exchange, or to any other', () => {
  const ended = { ...problem, errorType: 'authTokenExpired', httpStatus: 401 }
  const [token] = events.tokensReceived.tokens
  const opened = go('opening', events.sessionOpened)
  const opening = advance(opened, events.tokensReceived)
  const next = advance(opening, { type: 'callFailed', problem: ended })
  assert.ok(next.at === 'sign-in-ended' && next.name === token?.brokerName)
  const path = (...steps: FlowEvent[]) => steps.reduce(advance, next)
  assert.equal(path(events.signInRequested, events.integrationsListed).at, 'sign-in')
  assert.equal(path(events.otherAccountRequested, events.integrationsListed).at, 'choose-account')
  // With the list of integrations, the sign-in shows at once, with the reason.
  const listed = advance(advance(opened, events.integrationsListed), events.tokensReceived)
  const signIn = advance(listed, { type: 'callFailed', problem: ended })
  assert.ok(signIn.at === 'sign-in' && signIn.problem === ended && signIn.context.token === null)
  assert.equal(signIn.integration.type, token?.brokerType)
})

test('a link at the address of another client is refused with a sentence, for the user and the site', () => {
  const refused = { ...problem, errorType: 'linkOfOtherClient', httpStatus: 403 }
  const ended = go('opening', { type: 'linkRefused', problem: refused })
  assert.equal(ended.at === 'link-ended' && ended.reason, 'otherClient')
  const left = advance(ended, events.leaveRequested)
  assert.match((left.at === 'left' && left.summary.errorMessage) || '', /belongs to another client/)
})

test('a code or a message that could not be sent again leaves everything as it was', () => {
  const lost = { ...problem, errorType: 'offline', httpStatus: 0 }
  const code = advance(go('transfer-code', events.codeResendRequested), { type: 'callFailed', problem: lost })
  assert.ok(code.at === 'transfer-code' && code.pending === null && code.problem?.errorType === 'offline')
  const resending = go('confirm-elsewhere (e-mail)', events.codeResendRequested)
  const waiting = advance(resending, { type: 'callFailed', problem: { ...lost, errorType: 'nothingToResend' } })
  assert.ok(waiting.at === 'confirm-elsewhere' && waiting.pending?.call === 'pollExecute')
})

test('an asset that is the only one to choose is chosen already, and the list is one step back', () => {
  const listed = { ...events.holdingsListed, holdings: [holding, ineligible] }
  const next = go('choose-asset (loading)', listed)
  assert.equal(next.at === 'enter-amount' && next.draft.symbol, 'USDC')
  assert.equal(advance(next, events.back).at, 'choose-asset')
})

test('a verification that is required at the quote or at the execute leads there and back, and ends no attempt', () => {
  const required = { ...problem, errorType: 'kycRequired', errorData: { url: 'https://x.example/' }, httpStatus: 422 }
  for (const name of ['enter-amount (quoting)', 'review-transfer (sending)'] as const) {
    const next = go(name, { type: 'callFailed', problem: required })
    assert.equal(next.at, 'show-problem')
    assert.equal(advance(next, events.retried).pending?.call, states[name].pending?.call)
  }
})

test('a sign-in that the server no longer has starts again, with the reason that it took too long', () => {
  const gone = { ...problem, errorType: 'connectionNotFound', httpStatus: 404 }
  for (const name of ['enter-code (checking)', 'hand-off (e-mail)'] as const) {
    const next = go(name, { type: 'callFailed', problem: gone })
    assert.ok(next.at === 'sign-in' && next.problem?.errorType === 'confirmationExpired')
  }
})

test('a message that could not be sent again leaves the waiting as it was', () => {
  const resending = go('hand-off (e-mail)', events.codeResendRequested)
  const lost = { ...problem, errorType: 'offline', httpStatus: 0 }
  assert.equal(advance(resending, { type: 'callFailed', problem: lost }).pending?.call, 'pollConnection')
})
