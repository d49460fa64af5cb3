// Northwind's page. It requests a link from the shop's backend, passes the link to <transfer-link>, and shows the events. The backend
// credits the balance when it receives a webhook. The page only shows it.

const element = document.querySelector('transfer-link')
const addFunds = document.querySelector('#add-funds')
/** By asset. Null until the first balance. */
let lastAmounts = null
let lastWebhooks = ''
const gains = new Map()

addFunds.addEventListener('click', () => openLink())
document.querySelector('#pay-on-solana').addEventListener('click', () => openLink('solana'))
document.querySelector('#on-chain').addEventListener('toggle', refreshWallets)
document.querySelector('#forget').addEventListener('click', () => keepAccount(null))
element.addEventListener('brokerConnected', (event) => {
  record('brokerConnected', event.detail)
  keepAccount(event.detail.accessToken)
})
element.addEventListener('linkEvent', (event) => {
  record('linkEvent', event.detail)
  if (event.detail.type === 'newLinkRequested') openLink()
})
element.addEventListener('transferFinished', (event) => {
  record('transferFinished', event.detail)
  const { payload } = event.detail
  if (payload.status === 'success') showMessage(`${payload.amountText} ${payload.symbol} arrived. Thank you.`)
  else showError(`The transfer did not go through: ${payload.errorMessage}`)
  refreshBalance()
})
element.addEventListener('exit', (event) => {
  record('exit', event.detail)
  const { error, summary } = event.detail
  const { transfer } = summary ?? {}
  if (error) showError(error)
  else if (transfer && /pending/i.test(transfer.status))
    showMessage('Your transfer is still in progress. The balance is credited when it arrives.')
  refreshBalance()
})

showAccount()
await refreshBalance()
showReturn()
poll(refreshBalance, 2000)
poll(refreshWallets, 4000)
await checkElement()

async function openLink(network) {
  showMessage('')
  showError('')
  // The button keeps the focus, which returns to it when the link closes. A second press while the link is loading does nothing.
  if (addFunds.ariaBusy === 'true') return
  addFunds.ariaBusy = 'true'
  if (network) localStorage.setItem('northwind-network', network)
  const link = await request('/link', { method: 'POST', body: JSON.stringify({ userId: userId(), network }) })
  addFunds.ariaBusy = 'false'
  if (!link.iFrameUrl) return showError(link.message)
  if (!customElements.get('transfer-link')) return checkElement()
  // On Solana the shop accepts payments from wallets only.
  const account = network === 'solana' ? null : savedAccount()
  element.accessTokens = account ? [account] : []
  element.openPopup(link.iFrameUrl)
}

/**
 * The account that the customer connected last, so that the next transfer begins with its assets. A real shop has its server fetch the
 * tokens (`TokenDelivery: "server"`) and names one with `FromAuthToken`: then no token is in a page.
 */
function savedAccount() {
  return JSON.parse(localStorage.getItem('northwind-account') ?? 'null')
}

function keepAccount(connected) {
  const first = connected?.accountTokens[0]
  if (first?.accessToken) {
    const { brokerType, brokerName } = connected
    const { accountId, accountName } = first.account
    const saved = { accountId, accountName, accessToken: first.accessToken, brokerType, brokerName }
    localStorage.setItem('northwind-account', JSON.stringify(saved))
  } else localStorage.removeItem('northwind-account')
  showAccount()
}

function showAccount() {
  const account = savedAccount()
  document.querySelector('#remembered').hidden = !account
  if (account) document.querySelector('#remembered-name').textContent = `Continues with ${account.brokerName}.`
}

/** A random id, in place of the customer's account in a real shop. */
function userId() {
  const stored = localStorage.getItem('northwind-user')
  if (stored) return stored
  const id = crypto.randomUUID()
  localStorage.setItem('northwind-user', id)
  return id
}

async function request(path, options) {
  try {
    const response = await fetch(path, options)
    return await response.json()
  } catch {
    return { message: 'The shop does not respond. Check your connection and try again.' }
  }
}

/** The full-page flow returns to the callback URL with the transfer's state. */
function showReturn() {
  const query = new URLSearchParams(location.search)
  if (!query.has('transferId')) return
  showMessage(`Status of your transfer: ${query.get('status') ?? 'in progress'}.`)
  record('callback URL', Object.fromEntries(query))
  history.replaceState(null, '', '/')
}

async function checkElement() {
  const isDefined = await Promise.race([customElements.whenDefined('transfer-link'), delay(5000)])
  if (!isDefined) {
    const { origin } = new URL(document.querySelector('script[src*="transfer-link.js"]').src)
    showError(
      `Adding funds is not possible right now: Transfer Link does not respond at ${origin}. Reload this page later.`,
    )
  }
}

async function poll(refresh, everyMs) {
  for (;;) {
    await delay(everyMs)
    if (document.visibilityState === 'visible') await refresh()
  }
}

async function refreshBalance() {
  const { balances, webhooks, message } = await request(`/account?userId=${userId()}`)
  document.querySelector('#credited-by').textContent = message ?? 'Credited by webhook.'
  if (!balances) return
  const before = lastAmounts
  lastAmounts = new Map(balances.map((balance) => [nameOf(balance), balance.amount]))
  for (const balance of balances) {
    const gained = before ? toUnits(balance.amount) - toUnits(before.get(nameOf(balance))) : 0n
    if (gained > 0n) gains.set(nameOf(balance), `+${group(fromUnits(gained))}`)
  }
  const rows = balances.filter(({ amount }) => amount !== '0').map(balanceRow)
  document.querySelector('#balances').replaceChildren(...rows)
  const usdc = balances.filter(({ symbol }) => symbol === 'USDC').map(({ amount }) => toUnits(amount))
  document.querySelector('#total').textContent = group(
    fromUnits(
      usdc.reduce((sum, units) => sum + units, 0n),
      2,
    ),
  )
  showWebhooks(webhooks)
}

function nameOf({ symbol, network }) {
  return `${symbol} on ${network}`
}

function balanceRow(balance) {
  const row = assetRow(balance)
  const gain = gains.get(nameOf(balance))
  if (gain) row.append(part('span', 'gain', gain))
  return row
}

function assetRow({ symbol, network, amount }) {
  const row = document.createElement('li')
  row.append(
    part('span', 'asset', `${symbol} `, part('small', '', `on ${network}`)),
    part('span', 'amount', group(amount)),
  )
  return row
}

function showWebhooks(webhooks) {
  // What has not changed stays, so that a selection in it does, too.
  const text = JSON.stringify(webhooks)
  if (text === lastWebhooks) return
  lastWebhooks = text
  document.querySelector('#no-webhooks').hidden = webhooks.length > 0
  document.querySelector('#webhook-list').replaceChildren(...webhooks.map(webhookRow))
}

function webhookRow({ type, receivedAt, transferId, outcome, requests }) {
  const row = document.createElement('li')
  const time = part('time', '', new Date(receivedAt).toLocaleTimeString())
  const again = requests > 1 ? ` Received ${requests} times, used once.` : ''
  row.append(part('div', 'event-head', part('b', '', type), time))
  row.append(part('p', 'event-outcome', `${outcome}.${again}`, ...(transferId ? [part('code', '', transferId)] : [])))
  return row
}

/** What the shop's addresses hold, read from the chain. It is independent of the webhooks. */
async function refreshWallets() {
  if (!document.querySelector('#on-chain').open) return
  // The balance on Solana is requested only for users who paid there.
  const more = localStorage.getItem('northwind-network')
  const { balances, message } = await request(more ? `/balance?network=${more}` : '/balance')
  if (balances) document.querySelector('#wallets').replaceChildren(...balances.map(assetRow))
  document.querySelector('#read-at').textContent =
    message ?? `Read from the chain at ${new Date().toLocaleTimeString()}.`
}

function record(name, payload) {
  document.querySelector('#no-callbacks').hidden = true
  const item = document.createElement('li')
  const head = part('div', 'event-head', part('b', '', name), part('time', '', new Date().toLocaleTimeString()))
  item.append(head, part('pre', '', JSON.stringify(payload ?? null, shortenTokens, 2)))
  document.querySelector('#callback-list').append(item)
}

function shortenTokens(key, value) {
  return typeof value === 'string' && /token/i.test(key) && value.length > 16
    ? `${value.slice(0, 10)}… (${value.length} characters)`
    : value
}

function showMessage(text) {
  document.querySelector('#notice').textContent = text
}

function showError(text) {
  document.querySelector('#problem').textContent = text ?? ''
}

function part(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

// Amounts are decimal text and are added as integers of 10^-18: a float would lose digits.
function toUnits(amount) {
  const [whole, fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

function fromUnits(units, leastDecimals = 0) {
  const digits = units.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '').padEnd(leastDecimals, '0')
  return digits.slice(0, -18) + (fraction && `.${fraction}`)
}

function group(amount) {
  const [whole, fraction] = amount.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '')
}
