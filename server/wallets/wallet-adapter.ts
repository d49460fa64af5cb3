// Presents a wallet as an exchange adapter: its holdings and the cost of sending. It never sends; the user does.

import { Amount } from '../contract/amount.ts'
import { ApiError } from '../contract/errors.ts'
import { plainText } from '../contract/plain-text.ts'
import type { Exchange, ExchangeHolding, Route } from '../exchanges/exchange.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import { defaultHistoryMs, defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import type { Credentials, ExchangeAccount } from '../exchanges/sign-in.ts'
import type { Network, NetworkToken } from '../networks/network.ts'
import { isStorageFailure } from '../storage/storage.ts'
import { paymentCall } from './payment-call.ts'
import { solanaHoldings, solanaQuote } from './solana-adapter.ts'
import type { SolanaNetworks } from './solana-networks.ts'
import { isEvm, walletAddress } from './wallet-address.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'

const usualGas = { native: 21_000n, token: 65_000n }
const signedBytes = 250
const coinDecimals = 18

export function walletAdapter(networks: WalletNetworks, solana: SolanaNetworks, prices: Exchange['prices']): Exchange {
  return {
    type: selfCustodyType,
    name: 'Browser wallet',
    color: '#3f4652',
    transfers: true,
    signIn: {
      scheme: 'wallet',
      fields: [
        { name: 'address', label: 'Address', secret: false },
        { name: 'walletName', label: 'Name of the wallet', secret: false, optional: true },
      ],
    },
    networkKeys: [...networks.keys(), ...solana.keys()],
    recovery: {
      class: 'find',
      requestMs: 0,
      fenceMs: null,
      visibilityMs: 0,
      historyMs: defaultHistoryMs,
      emptyPolls: 3,
      leaseMs: defaultLeaseMs,
      pollDelays: [
        { fromAgeMs: 0, ms: 500 },
        { fromAgeMs: 120_000, ms: 3_000 },
        { fromAgeMs: 900_000, ms: 30_000 },
        { fromAgeMs: 86_400_000, ms: 300_000 },
      ],
    },
    // Its calls go to nodes, whose polls are limited for each network.
    limits: { address: { quota: 20, windowSeconds: 1 } },
    listsAsLookedUp: false,
    startSignIn: async (fields) => ({ state: 'connected', ...accountOf(fields), renewable: false }),
    submitCode: notApplicable,
    resendCode: notApplicable,
    renew: notApplicable,
    holdings: (_, address) => (isEvm(address) ? holdingsOf(networks, address) : onSolana(solana, address)),
    async quote({ walletName }, address, terms) {
      const { symbol, networkKey, address: to, amount } = terms
      const there = isEvm(address) ? undefined : solana.get(networkKey)
      if (there !== undefined)
        return asNetworkUnavailable(there, () => solanaQuote(there, { address, walletName, terms }))
      const at = networkAt(networks, networkKey)
      const token = at.network.tokens.find((each) => each.symbol === symbol)
      if (token === undefined) throw new ExchangeFailure('rejected')
      const read = await asNetworkUnavailable(at, () => readForQuote(at, { from: address, token, to, amount }))
      // The chain would refuse the transfer: the token's contract blocks this account or this recipient.
      if (read.gas === null) throw new ExchangeFailure('rejected', 'would_revert')
      const coins = (units: bigint) => Amount.fromBaseUnits(units, coinDecimals)
      const gas = { symbol: at.network.nativeSymbol, fee: coins(read.fee), available: coins(read.native) }
      const isCoin = token.contract === ''
      return {
        adapterState: '',
        walletCall: { chainType: 'evm', gasLimit: String(read.gas) },
        networkFee: isCoin ? gas.fee : Amount.zero,
        exchangeFee: Amount.zero,
        feeIsEstimate: true,
        fromAddress: address,
        ...(walletName === undefined ? {} : { fromName: walletName }),
        expiresInSeconds: null,
        estimatedSeconds: 30,
        ...(isCoin ? {} : { gas }),
      }
    },
    withdraw: async () => ({ kind: 'notSent' }),
    getWithdrawal: async () => undefined,
    findWithdrawal: async () => undefined,
    listWithdrawals: async () => [],
    prices,
    health: async () => 'up',
  }
}

function notApplicable(): Promise<never> {
  return Promise.reject(new ExchangeFailure('signInEnded'))
}

/** The address is the account id, the wallet's name its display name. Throws the errors of an address. */
function accountOf({ address = '', walletName = '' }: Credentials): {
  credentials: Credentials
  accounts: ExchangeAccount[]
} {
  const checked = walletAddress(address)
  const name = [...plainText(walletName).trim()].slice(0, 40).join('') || 'Wallet'
  return {
    credentials: { address: checked, walletName: name },
    accounts: [{ externalId: checked, name: nameOf(name, checked) }],
  }
}

/** The wallet's name, extracted from an account's name. */
export function walletNameOf(accountName: string): string {
  return accountName.replace(/ \w{6}…\w{4}$/, '')
}

function nameOf(walletName: string, address: string): string {
  return `${walletName} ${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Without a node the wallet has no holdings. */
async function onSolana(networks: SolanaNetworks, address: string): Promise<ExchangeHolding[]> {
  const held = [...networks.values()].map((at) => asNetworkUnavailable(at, () => solanaHoldings(at, address)))
  return (await Promise.all(held)).flat()
}

function networkAt(networks: WalletNetworks, key: string): WalletNetwork {
  const at = networks.get(key)
  if (at === undefined) throw new ExchangeFailure('rejected')
  return at
}

/** An unresponsive node is reported by the network's name, not as the wallet's failure. */
export async function asNetworkUnavailable<T>({ network }: { network: Network }, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError || error instanceof ExchangeFailure || isStorageFailure(error)) throw error
    throw new ApiError('networkUnavailable', { network: network.name })
  }
}

async function readForQuote(
  at: WalletNetwork,
  { from, token, to, amount }: { from: string; token: NetworkToken; to: string; amount: Amount },
) {
  const call = paymentCall(token, { from, to, amount })
  const [gas, price, dataFee, { native }] = await Promise.all([
    at.reads.estimateGas(call),
    at.reads.gasPrice(),
    at.reads.dataFee(signedBytes),
    at.reads.balances(from, []),
  ])
  // The contract may need slightly more gas in the block than in the estimate.
  const limit = gas === null ? null : token.contract === '' && gas === usualGas.native ? gas : (gas * 12n) / 10n
  return { gas: limit, fee: inWholeGwei((limit ?? 0n) * price + dataFee), native }
}

/** Rounded up, because an estimate with eighteen digits would be unreadable. */
function inWholeGwei(wei: bigint): bigint {
  return ((wei + 999_999_999n) / 1_000_000_000n) * 1_000_000_000n
}

interface NetworkBalances {
  at: WalletNetwork
  native: bigint
  feeOf(token: NetworkToken): bigint
  unitsOf(token: NetworkToken): bigint
}

/** Balances on every network that can be read. Throws `networkUnavailable` if none can. */
async function holdingsOf(networks: WalletNetworks, address: string): Promise<ExchangeHolding[]> {
  const reads = await Promise.allSettled([...networks.values()].map((at) => balancesOf(at, address)))
  const read = reads.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const [first] = networks.values()
  if (read.length === 0 && first !== undefined) {
    throw new ApiError('networkUnavailable', { network: first.network.name })
  }
  const symbols = new Set(read.flatMap(({ at }) => at.network.tokens.map(({ symbol }) => symbol)))
  return [...symbols].flatMap((symbol) => holdingOf(symbol, address, read) ?? [])
}

async function balancesOf(at: WalletNetwork, address: string): Promise<NetworkBalances> {
  const tokens = at.network.tokens.filter(({ contract }) => contract !== '')
  const [balances, price, dataFee] = await Promise.all([
    at.reads.balances(
      address,
      tokens.map(({ contract }) => contract),
    ),
    at.reads.gasPrice(),
    at.reads.dataFee(signedBytes),
  ])
  const units = new Map(tokens.map((token, index) => [token.symbol, balances.tokens[index] ?? 0n]))
  return {
    at,
    native: balances.native,
    feeOf: ({ contract }) => inWholeGwei((contract === '' ? usualGas.native : usualGas.token) * price + dataFee),
    unitsOf: ({ symbol, contract }) => (contract === '' ? balances.native : (units.get(symbol) ?? 0n)),
  }
}

/** Null if the wallet has none of this token on any network. */
function holdingOf(symbol: string, address: string, balances: readonly NetworkBalances[]): ExchangeHolding | null {
  const found = balances.flatMap((on) => {
    const token = on.at.network.tokens.find((each) => each.symbol === symbol)
    return token === undefined ? [] : [{ on, token, held: Amount.fromBaseUnits(on.unitsOf(token), token.decimals) }]
  })
  const available = found.reduce((sum, { held }) => sum.add(held), Amount.zero)
  const [first] = found
  if (first === undefined || available.isZero) return null
  return {
    symbol,
    name: first.token.name,
    available,
    routes: found.map((each) => ({ ...toRoute(each), fromAddress: address })),
  }
}

function toRoute({ on, token, held }: { on: NetworkBalances; token: NetworkToken; held: Amount }): Route {
  const { network } = on.at
  const fee = Amount.fromBaseUnits(on.feeOf(token), coinDecimals)
  const isCoin = token.contract === ''
  const step = Amount.fromBaseUnits(1n, token.decimals)
  return {
    networkKey: network.key,
    contract: token.contract,
    decimals: token.decimals,
    minimum: step,
    maximum: null,
    step,
    networkFee: isCoin ? fee : Amount.zero,
    exchangeFee: Amount.zero,
    enabled: true,
    estimatedSeconds: 30,
    available: held,
    ...(isCoin
      ? {}
      : {
          gas: {
            symbol: network.nativeSymbol,
            fee,
            available: Amount.fromBaseUnits(on.native, coinDecimals),
          },
        }),
  }
}
