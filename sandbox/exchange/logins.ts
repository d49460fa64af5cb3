// The logins of the exchange, one for each behaviour to try.

export interface Account {
  id: string
  name: string
}

export interface Login {
  name: string
  about: string
  accounts: Account[]
  portfolio: Record<string, string>
  codeAtLogin?: boolean
  codeAtWithdrawal?: boolean
  isLocked?: boolean
  isDown?: boolean
  isSlow?: boolean
  hasNoRefreshToken?: boolean
  withdrawalsLocked?: boolean
  /** Must finish a verification before reading anything. */
  mustVerify?: boolean
  /** Cannot withdraw for 24 hours. */
  isOnHold?: boolean
  /** Withdraws to saved addresses only. */
  savesAddresses?: boolean
  /** The user approves the sign-in by e-mail or on a device. */
  approvesSignIn?: 'email' | 'device'
  approvesWithdrawal?: 'email' | 'device'
  /** Must name the recipient, as some countries require. */
  requiresRecipient?: boolean
}

export const password = 'pass_good'

// The balances never make "send everything" one of the magic amounts.
const portfolio = {
  USDC: '20000.5',
  ETH: '12.345678901234567891',
  TEST: '12345678.901234567890123456',
  XMR: '42.5',
}

const everywhere = {
  USDC: '10000.125',
  USDT: '7500.125',
  ETH: '5.125',
  BTC: '1.23456789',
  SOL: '150.123456789',
  XRP: '5000.125',
  TRX: '25000.125',
  LTC: '40.12345678',
  DOGE: '12000.125',
  XLM: '8000.1234567',
  TON: '900.125',
  POL: '4000.125',
  BNB: '6.125',
  AVAX: '120.125',
  ARB: '3000.125',
  OP: '1500.125',
  DAI: '800.125',
  WBTC: '0.51234567',
  LINK: '300.125',
  EURC: '2000.125',
}

export const logins: Login[] = [
  login('user_good', 'connects at once'),
  { ...login('user_mfa', 'enters a code when signing in'), codeAtLogin: true },
  { ...login('user_mfa_transfer', 'enters a code for every withdrawal'), codeAtWithdrawal: true },
  {
    ...login('user_accounts', 'has three accounts; Trading can also send TEST on Base'),
    accounts: [account('accounts', 'Main'), account('accounts', 'Trading'), account('accounts', 'Savings')],
  },
  {
    ...login('user_networks', 'has assets on fifteen networks, most of them simulated'),
    portfolio: everywhere,
  },
  { ...login('user_empty', 'has no assets'), portfolio: {} },
  { ...login('user_ineligible', 'has assets that few destinations accept'), portfolio: { XMR: '42.5', ZEC: '12.25' } },
  {
    ...login('user_dust', 'has balances below the minimum'),
    portfolio: { USDC: '0.4', ETH: '0.0004', TEST: '0.3' },
  },
  { ...login('user_readonly', 'can read balances, but not withdraw'), withdrawalsLocked: true },
  { ...login('user_kyc', 'must finish a verification on this exchange’s page'), mustVerify: true },
  { ...login('user_whitelist', 'can withdraw to saved addresses only'), savesAddresses: true },
  { ...login('user_hold', 'cannot withdraw for 24 hours, unless the console ends the hold'), isOnHold: true },
  { ...login('user_email_confirm', 'confirms every withdrawal by e-mail'), approvesWithdrawal: 'email' },
  { ...login('user_device', 'approves every withdrawal on a device'), approvesWithdrawal: 'device' },
  { ...login('user_travel_rule', 'names the recipient of every withdrawal'), requiresRecipient: true },
  { ...login('user_email_login', 'confirms the sign-in by e-mail'), approvesSignIn: 'email' },
  { ...login('user_device_login', 'approves the sign-in on a device'), approvesSignIn: 'device' },
  { ...login('user_no_refresh', 'gets no refresh token'), hasNoRefreshToken: true },
  { ...login('user_locked', 'cannot sign in: the account is locked'), isLocked: true },
  { ...login('user_slow', 'gets every response 8 seconds late'), isSlow: true },
  { ...login('user_down', 'never gets a response'), isDown: true },
]

function login(name: string, about: string): Login {
  return { name, about, accounts: [account(name.replace('user_', '').replaceAll('_', '-'), 'Main')], portfolio }
}

function account(prefix: string, name: string): Account {
  return { id: `${prefix}-${name.toLowerCase()}`, name }
}

export function findLogin(name: string): Login | undefined {
  return logins.find((login) => login.name === name)
}
