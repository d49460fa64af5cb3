// Every text a person reads, in one file. A second language is a second file with the same names.
// A sentence about an error says what happened, where the money is and what to do.

import type { AmountProblem, CodeKind, ConfirmKind } from './text-values.ts'

const codeSources: Record<CodeKind, string> = {
  totp: 'your authenticator app',
  phone: 'a text message',
  email: 'an e-mail',
}

export const texts = {
  header: {
    before: 'Adding funds to',
    back: 'Back',
    close: 'Close',
    step: (n: number, of: number) => `Step ${n} of ${of}`,
  },
  common: {
    continue: 'Continue',
    close: 'Close',
    done: 'Done',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    checking: 'Checking…',
    loading: 'Loading…',
    opensNewWindow: '(opens in a new window)',
    offline: 'No connection. We’ll carry on when it’s back.',
    neverSees: (app: string) => `${app} never sees your password or codes`,
    requestId: 'Request',
    anotherAccount: 'Try another account',
  },
  chooseAccount: {
    title: 'Where is your crypto?',
    lead: 'Choose an exchange or a wallet to send from.',
    connectWallet: 'Connect your wallet again to go on. Nothing was sent.',
    search: 'Search exchanges and wallets',
    none: (query: string) => `No match for “${query}”. Check the spelling or pick another account.`,
    found: (count: number) => (count === 1 ? '1 account found' : `${count} accounts found`),
    recent: 'Continue with',
    exchanges: 'Exchanges',
    wallets: 'Wallets',
    usedBefore: 'Used before',
    schemes: {
      credentials: 'User name and password',
      apiKey: 'API key',
      oauth: 'Sign in on its own page',
      wallet: 'Wallet',
    },
    noTransfers: 'Shows balances only',
    degraded: 'Slow right now',
    down: 'Not available',
    consent: (app: string) =>
      `We read your balances and send only what you confirm. ${app} never sees your password or codes.`,
  },
  signIn: {
    title: (exchange: string) => `Sign in to ${exchange}`,
    lead: (app: string) =>
      `Your details are used to sign in there for you; ${app} never sees them. You confirm every transfer.`,
    handOff: (exchange: string) => `You’ll continue on ${exchange}, and come back here afterwards.`,
    cta: 'Continue',
    open: (exchange: string) => `Continue to ${exchange}`,
    show: 'Show',
    hide: 'Hide',
    missing: (label: string) => `Enter your ${label.toLowerCase()}.`,
    degraded: (exchange: string) => `${exchange} is slow right now. You can still try.`,
  },
  sandbox: {
    title: 'Sandbox',
    logins: 'Sign in with user_good and pass_good.',
    code: 'The code is 123456.',
    fill: 'Fill in',
  },
  enterCode: {
    title: 'Enter your code',
    lead: (length: number | undefined, kind: CodeKind, to: string | undefined) =>
      `${length === undefined ? 'The code' : `${length} digits`} from ${codeSources[kind]}${to ? ` to ${to}` : ''}`,
    toSignIn: (exchange: string) => `, to sign in to ${exchange}.`,
    toSend: (amount: string, app: string) => `, to send ${amount} to ${app}.`,
    labels: { totp: 'Authenticator code', phone: 'Code from the text message', email: 'Code from the e-mail' },
    hints: {
      totp: 'Codes change every 30 seconds. Paste works.',
      phone: 'It can take a minute to arrive. Paste works.',
      email: 'It can take a minute to arrive. Look in spam too.',
    },
    missing: 'Enter the code.',
    tooShort: (length: number) => `The code has ${length} digits.`,
    attemptsLeft: (count: number) => (count === 1 ? '1 try left.' : `${count} tries left.`),
    resend: 'Send a new code',
    resendIn: (seconds: number) => `Send a new code in ${seconds} s`,
    resent: 'A new code is on its way.',
    otherMethod: 'Use another method',
    methods: { totp: 'Authenticator app', phone: 'Text message', email: 'E-mail' },
  },
  handOff: {
    title: (exchange: string) => `Continue on ${exchange}`,
    lead: 'Approve the connection there. This page goes on by itself.',
    open: (exchange: string) => `Open ${exchange}`,
    waiting: 'Waiting for your approval…',
    note: 'Opens in a new window.',
  },
  pickAccount: {
    title: 'Which account?',
    lead: (exchange: string) => `${exchange} has several. Choose the one to send from.`,
  },
  accountConnected: {
    title: 'Account connected',
    lead: (exchange: string, app: string) => `${app} can now see your ${exchange} account. Nothing was sent.`,
  },
  chooseAsset: {
    title: 'What do you want to send?',
    lead: (app: string) => `${app} can receive these.`,
    ineligible: 'Not available for this transfer',
    reason: 'Not available for this transfer',
    loading: 'Loading your assets',
    balance: (balance: string, symbol: string) => `${balance} ${symbol} available`,
  },
  noEligible: {
    title: 'No eligible assets',
    integration: (exchange: string) =>
      `${exchange} can’t send transfers from here, so there are no eligible assets in this account. Nothing was sent.`,
    empty: (exchange: string) => `This ${exchange} account holds no assets. Nothing was sent.`,
    assets: (exchange: string, app: string) =>
      `There are no eligible assets in this ${exchange} account: none that ${app} can receive right now. Nothing was sent.`,
    thisAccount: 'connected',
    accepts: (app: string) => `${app} accepts`,
    held: 'In this account',
  },
  amount: {
    title: 'How much?',
    label: (symbol: string) => `Amount in ${symbol}`,
    fiatName: 'US dollars',
    toFiat: 'Enter the amount in dollars',
    toToken: (symbol: string) => `Enter the amount in ${symbol}`,
    shares: 'Part of your balance',
    share: (percent: number) => `${percent} %`,
    max: 'Max',
    from: 'From',
    available: (amount: string) => `${amount} available`,
    network: 'Network',
    networkFee: (fiat: string, duration: string) =>
      `fee ${fiat.startsWith('<') ? fiat : `≈ ${fiat}`} · about ${duration}`,
    networkFeeToken: (fee: string, duration: string) => `fee ≈ ${fee} · about ${duration}`,
    onlyReceivable: (app: string) => `Only networks that ${app} can receive on can be chosen.`,
    limits: 'Limits',
    range: (minimum: string, maximum: string) => `${minimum} – ${maximum}`,
    upTo: (maximum: string) => `up to ${maximum}`,
    locked: (app: string) => `${app} has set this amount.`,
    review: 'Review',
    preparing: 'Getting a quote…',
    useMinimum: 'Use minimum',
    useMaximum: 'Use max',
    problem: (problem: AmountProblem, symbol: string, format: (amount: string) => string): string => {
      switch (problem.kind) {
        case 'empty':
        case 'zero':
          return 'Enter an amount.'
        case 'unreadable':
          return 'That is not an amount. Use digits, like 1250.75.'
        case 'noPrice':
          return `There is no price for ${symbol} now. Enter the amount in ${symbol}.`
        case 'tooPrecise':
          return `${symbol} allows ${problem.decimals} decimals here.`
        case 'belowMinimum':
          return `The minimum is ${format(problem.minimum)}.`
        case 'aboveMaximum':
          return `You can send up to ${format(problem.maximum)}.`
      }
    },
  },
  review: {
    title: (amount: string) => `Check and send ${amount}`,
    on: (network: string) => `on ${network}`,
    from: 'From',
    to: (app: string) => `To ${app}`,
    tag: 'Memo / tag',
    networkFee: 'Network fee (est.)',
    exchangeFee: 'Exchange fee',
    none: 'None',
    leaves: 'Leaves your account',
    receives: (app: string) => `${app} receives`,
    held: (left: string) => `Price held for ${left}`,
    arrives: (duration: string) => `arrives in about ${duration}`,
    refreshing: 'Getting a new price…',
    secondsLeft: (seconds: number) => `The price is held for ${seconds} more seconds. Then we get a new one.`,
    changed: (before: string, after: string) => `The fee changed from ${before} to ${after}. Check it and send again.`,
    changedTotals: 'The amounts changed. Check them and send again.',
    was: 'was',
    send: (amount: string) => `Send ${amount}`,
    sending: 'Sending…',
    final: 'Transfers can’t be undone',
    route: (from: string, symbol: string, to: string) => `From ${from}, ${symbol}, to ${to}`,
  },
  confirmElsewhere: {
    titles: {
      emailConfirmationRequired: 'Confirm in your e-mail',
      deviceConfirmationRequired: 'Confirm on your device',
      addressWhitelistRequired: 'Save the address first',
      travelRuleRequired: 'One more step at your exchange',
    } satisfies Record<ConfirmKind, string>,
    leads: {
      emailConfirmationRequired: (exchange: string) =>
        `${exchange} sent you an e-mail. Open its link, then come back. Nothing has been sent yet.`,
      deviceConfirmationRequired: (exchange: string) =>
        `Approve this in the ${exchange} app, then come back. Nothing has been sent yet.`,
      addressWhitelistRequired: (exchange: string) =>
        `${exchange} wants this address in your address book. Add it there, then come back. Nothing has been sent yet.`,
      travelRuleRequired: (exchange: string) =>
        `${exchange} needs to know who receives this. Answer it there, then come back. Nothing has been sent yet.`,
    } satisfies Record<ConfirmKind, (exchange: string) => string>,
    address: 'Address',
    network: 'Network',
    cta: 'I’ve done it',
  },
  track: {
    title: 'On its way',
    lead: 'You can close this. We’ll keep going.',
    sent: (exchange: string) => `Sent to ${exchange}`,
    sending: (exchange: string) => `Sending to ${exchange}`,
    approved: 'Approved',
    approval: (exchange: string) => `Approval by ${exchange}`,
    approving: (exchange: string) => `Waiting for ${exchange} to approve`,
    confirm: (exchange: string) => `${exchange} waits for your confirmation`,
    confirming: (network: string) => `Confirming on ${network}`,
    confirmations: (n: number, of: number) => `${n} of ${of} confirmations`,
    received: (app: string) => `Received by ${app}`,
    slow: 'This is taking longer than usual. You don’t need to do anything.',
    transaction: 'Transaction',
    amount: 'Amount',
    state: { done: 'Done', now: 'In progress', next: 'Not yet' },
  },
  receipt: {
    received: (app: string) => `received by ${app}`,
    title: (amount: string, app: string) => `${amount} received by ${app}`,
    from: 'From',
    network: 'Network',
    fees: 'Fees',
    time: 'Time',
    transaction: 'Transaction',
    reference: 'Reference',
    save: 'Save receipt',
  },
  failed: {
    title: 'The transfer failed',
    notSent: (exchange: string) => `Your funds are still in your ${exchange} account.`,
    returned: (exchange: string) => `The funds came back to your ${exchange} account.`,
    ask: (exchange: string) => `Check your ${exchange} account before you send again.`,
    change: 'Change amount',
    amount: 'Amount',
    reason: 'What happened',
    money: 'Where the money is',
  },
  waiting: {
    title: 'We’re checking',
    alertTitle: (exchange: string) => `Waiting for ${exchange}`,
    alert: 'It has not confirmed yet. Your funds are either still in your account or on their way. Don’t send again.',
    lead: (app: string) =>
      `We ask the exchange every few seconds, and tell ${app} when it is settled. This can take a few minutes.`,
    amount: 'Amount',
    amountOn: (amount: string, network: string) => `${amount} on ${network}`,
    asked: 'Asked',
    reference: 'Reference',
    close: 'Close – we’ll keep going',
  },
  pending: {
    title: 'A transfer is under way',
    lead: (app: string) => `You started this earlier. Check on it before you send more to ${app}.`,
    started: 'Started',
    open: 'See this transfer',
    dismiss: 'Start another transfer',
  },
  linkEnded: {
    expiredTitle: 'This link has expired',
    expired: (app: string) =>
      `It was used already, or too much time has passed. What was sent with it goes on: look in ${app} first, then start again.`,
    sessionTitle: 'This session has ended',
    session: (app: string) => `Nothing more was sent. Go back to ${app} and start again.`,
    sessionPending: (app: string) => `Your transfer goes on. Don’t send again: ${app} will see it when it arrives.`,
    unavailableTitle: 'The link could not be opened',
    unavailable: 'The service did not answer. What was sent before goes on. Try again in a moment.',
    theApp: 'the app',
  },
  signInEnded: {
    title: (exchange: string) => `Your ${exchange} sign-in ended`,
    lead: 'Nothing was sent. Sign in again to go on; we kept what you entered.',
    cta: 'Sign in again',
  },
  problem: {
    title: 'That did not work',
    nothingSent: 'Nothing was sent. Your funds are in your account.',
    goesOn: 'Your transfer goes on. Don’t send again.',
  },
  leave: {
    nothingSentTitle: 'Leave?',
    nothingSent: 'Nothing has been sent.',
    sendingTitle: 'Close while sending?',
    sending: 'Closing won’t stop this transfer.',
    stay: 'Stay',
    leave: 'Leave',
    close: 'Close',
  },
  opening: { title: 'Opening…', lead: 'Getting your link ready.' },
  left: { title: 'All done', lead: 'You can close this window.' },
}
