// The Sandbox Wallet's window: confirmations, and the switches that make it misbehave.

const style = new CSSStyleSheet()
style.replaceSync(`
  :host { color-scheme: light dark; --bg: light-dark(#fff, #191720); --text: light-dark(#16121f, #f3f1f8); --muted: light-dark(#655f74, #aaa3bb);
    --line: light-dark(#e4e0ee, #37323f); --soft: light-dark(#f5f3fb, #221f2b); --brand: #5b3df5; font: 15px/1.45 system-ui, sans-serif }
  * { box-sizing: border-box; margin: 0 }
  /* Below the page, where it covers nothing. */
  :host { display: block; padding: 16px }
  .open { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 14px 0 8px;
    border: 1px solid var(--line); border-radius: 99px; background: var(--bg); color: var(--text); font: inherit; font-size: 13px; font-weight: 600; cursor: pointer }
  img { width: 28px; height: 28px; display: block }
  dialog { position: fixed; inset: 16px 16px auto auto; width: min(360px, 100vw - 32px); max-height: calc(100dvh - 32px); overflow: auto; padding: 0; border: 1px solid var(--line);
    border-radius: 18px; background: var(--bg); color: var(--text); box-shadow: 0 24px 64px -12px rgb(0 0 0 / 0.45) }
  dialog::backdrop { background: rgb(10 8 20 / 0.28) }
  header { display: flex; align-items: center; gap: 10px; padding: 14px 16px; border-bottom: 1px solid var(--line); font-size: 13px; color: var(--muted) }
  header b { display: block; color: var(--text); font-size: 14px }
  section { padding: 16px; display: grid; gap: 12px }
  h1 { font-size: 19px; line-height: 1.25 }
  .sum { color: var(--text); font-size: 26px; font-weight: 650; letter-spacing: -0.02em; overflow-wrap: anywhere }
  p, dt, small { color: var(--muted) }
  dl { display: grid; gap: 8px; padding: 12px; border-radius: 12px; background: var(--soft); font-size: 13px }
  dd { overflow-wrap: anywhere; font-weight: 550 }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px }
  .mono { font-family: ui-monospace, monospace; font-size: 12.5px; font-weight: 400 }
  footer { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 0 16px 16px }
  footer button { min-height: 46px; border-radius: 12px; border: 1px solid var(--line); background: var(--bg); color: var(--text); font: inherit; font-weight: 650; cursor: pointer }
  footer .yes { background: var(--brand); color: #fff; border-color: transparent }
  label { display: grid; gap: 4px; font-size: 13px; color: var(--muted) }
  select { min-height: 42px; padding: 0 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--bg); color: var(--text); font: inherit; width: 100% }
  summary { cursor: pointer; min-height: 44px; display: flex; align-items: center; font-size: 13px; font-weight: 600; color: var(--muted) }
  details label + label { margin-top: 10px }
  :focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
`)

const errorChoices = {
  4001: 'refuses (4001)',
  4100: 'is not authorized (4100)',
  4200: 'does not support the method (4200)',
  4900: 'is disconnected (4900)',
  4901: 'is not on that network (4901)',
  [-32002]: 'already has a pending request (-32002)',
  [-32603]: 'fails with an internal error (-32603)',
}
const switches = [
  ['connect', 'When a site connects, it', { mainnet: 'supports only the real Solana', ...errorChoices }],
  [
    'switch',
    'When another network is requested, it',
    {
      4902: 'does not have it (4902)',
      wrapped: 'does not have it, reported as on phones (-32603 around 4902)',
      silent: 'reports success without switching',
      addOnly: 'adds it without switching',
      ...errorChoices,
    },
  ],
  [
    'send',
    'When a payment or a signature is requested, it',
    {
      elsewhere: 'sends on another network',
      otherBytes: 'signs something else (Solana)',
      otherKey: 'signs with another account’s key (Solana)',
      ...errorChoices,
    },
  ],
  [
    'after',
    'After sending, it',
    {
      spedUp: 'sends again with a higher fee',
      canceled: 'cancels it with an empty transaction',
      dropped: 'drops it',
      wrongHash: 'returns a wrong hash',
      fails: 'returns an error anyway',
    },
  ],
]
const titles = {
  connect: 'Connect to this site?',
  switch: 'Switch the network?',
  add: 'Add this network?',
  send: 'Confirm this payment',
  sign: 'Sign this payment',
  message: 'Sign this message',
}

let root

function shadow() {
  if (root === undefined) {
    const host = document.createElement('sandbox-wallet')
    root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [style]
    document.documentElement.append(host)
  }
  return root
}

export function showButton({ name, icon }, open) {
  const button = make('button', { class: 'open', type: 'button' }, make('img', { src: icon, alt: '' }), name)
  button.onclick = open
  shadow().append(button)
}

/** Whether the user approves. Closing the window declines. */
export function requestApproval(options) {
  const { kind, request, chain } = options
  return new Promise((resolve) => {
    const content = [make('h1', {}, titles[kind])]
    if (kind === 'connect')
      content.push(make('p', {}, `${location.host} will see the address of this account. It cannot move any funds.`))
    else if (kind === 'send')
      content.push(make('p', { class: 'sum' }, readPayment(request, chain)), details(request, chain))
    else if (kind === 'message') content.push(make('p', { class: 'text' }, request.text))
    else if (kind === 'sign') content.push(make('p', { class: 'sum' }, sumOf(request)), signedDetails(request))
    else
      content.push(
        make(
          'dl',
          {},
          ...row('Network', request.chainName ?? chain.name),
          ...row('Chain', String(Number(request.chainId))),
        ),
      )
    const dialog = openWindow(options, content, (button) => resolve(button === 'yes'))
    dialog.querySelector('.yes').focus()
  })
}

/** Accounts and switches, without a pending request. */
export function openPanel(about) {
  openWindow({ ...about, kind: null }, [], () => {})
}

function openWindow({ kind, account, accounts, chains, read, change, reset }, content, closed) {
  const dialog = make('dialog', { 'aria-label': 'Sandbox Wallet' })
  dialog.onclose = () => {
    dialog.remove()
    closed(dialog.returnValue)
  }
  const no = make('button', { type: 'button' }, kind === null ? 'Reset' : 'Reject')
  const yes = make(
    'button',
    { type: 'button', class: 'yes' },
    kind === null ? 'Done' : /^(send|sign|message)$/.test(kind) ? 'Confirm' : 'Approve',
  )
  no.onclick = () => {
    if (kind === null) reset()
    dialog.close('no')
  }
  yes.onclick = () => dialog.close('yes')
  const name = make('span', {}, make('b', {}, `Sandbox Wallet · ${account.name}`), short(account.address))
  const accountFields = kind === null || kind === 'connect' ? [accountChoice(accounts, read, change)] : []
  const network =
    kind === null
      ? [make('p', {}, `Network: ${chains.find(({ chainId }) => chainId === read().chainId)?.name ?? '?'}`)]
      : []
  const fold = make(
    'details',
    {},
    make('summary', {}, 'How this wallet behaves'),
    ...switches.map((each) => behaviour(each, read, change)),
  )
  fold.open = kind === null
  dialog.append(
    make('header', {}, name),
    make('section', {}, ...content, ...accountFields, ...network, fold),
    make('footer', {}, no, yes),
  )
  shadow().append(dialog)
  // Above the site's dialog, like an extension's window.
  dialog.showModal()
  return dialog
}

function accountChoice(accounts, read, change) {
  const options = accounts.map(({ name, address }, index) => [String(index), `${name} · ${short(address)}`])
  return choice('Account', options, {
    value: String(read().account),
    onChoose: (value) => change({ account: Number(value) }),
  })
}

function behaviour([name, label, behaviours], read, change) {
  const options = [
    ['', name === 'after' ? 'returns the transaction hash' : 'shows this window'],
    ...Object.entries(behaviours),
  ]
  return choice(label, options, { value: read()[name], onChoose: (value) => change({ [name]: value }) })
}

function choice(label, options, { value, onChoose }) {
  const select = make('select', {}, ...options.map(([key, text]) => make('option', { value: key }, text)))
  select.value = value
  select.onchange = () => onChoose(select.value)
  return make('label', {}, label, select)
}

/** An ERC-20 transfer, a payment of coins, or an unknown call. */
function readPayment({ to, data = '0x', value = '0x0' }, { tokens, nativeSymbol }) {
  const token = tokens.find(({ contract }) => contract.toLowerCase() === to?.toLowerCase())
  if (data === '0x') return `${decimal(BigInt(value), 18)} ${nativeSymbol}`
  if (token && /^0xa9059cbb[0-9a-f]{128}$/i.test(data))
    return `${decimal(BigInt(`0x${data.slice(74)}`), token.decimals)} ${token.symbol}`
  return 'Unknown contract call'
}

function details({ to, data = '0x' }, { name }) {
  const receiver = data === '0x' ? to : `0x${data.slice(34, 74)}`
  const contract = data === '0x' ? [] : row('Contract', to, 'mono')
  return make('dl', {}, ...row('To', receiver, 'mono'), ...contract, ...row('Network', name))
}

/** The payment as the wallet's server read it from the transaction's bytes. */
function sumOf({ amount, symbol }) {
  return amount === '' ? 'Unknown transaction' : `${amount} ${symbol}`
}

function signedDetails({ to, owner, mint, network }) {
  const token = mint === '' ? [] : [...row('Token account', to, 'mono'), ...row('Token', mint, 'mono')]
  return make('dl', {}, ...row('To', owner || to, 'mono'), ...token, ...row('Network', network))
}

function decimal(units, decimals) {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`
}

function row(term, value, kind = '') {
  return [make('div', {}, make('dt', {}, term), make('dd', { class: kind }, value))]
}

function short(address) {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function make(tag, attributes, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
