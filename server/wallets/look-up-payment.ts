// Looks up the transaction that an operator wants to record as a transfer's payment. It calls a node, so it runs outside of transactions.

import type { Chain, Chains, MinedPayment, MovedAmount } from '../chains/chain.ts'
import { Amount } from '../contract/amount.ts'
import type { PaymentDifference } from '../contract/payment-difference.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { isSameAddress } from '../networks/equal-addresses.ts'
import type { Query } from '../storage/storage.ts'
import { hasPaidRecipient } from '../transfers/payment-proof.ts'
import { ownerOf, type PaymentReport } from '../transfers/payment-report.ts'
import type { Outcome, Resolution } from '../transfers/resolution.ts'
import { canonicalHash } from '../transfers/resolve.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { equalAttempts, equalExchangeTransfers } from './payment-queries.ts'
import type { SolanaNetworks } from './solana-networks.ts'
import { findWatch } from './watch-rows.ts'

export interface LookUpDeps {
  database: { query: Query }
  networks: NetworkCatalogue
  chains: Chains
  /** The networks of wallets alone. */
  solana?: SolanaNetworks | undefined
}

/** More are counted, not named. */
const shownAmounts = 5
const shownTransfers = 3

type Finding = readonly [PaymentDifference | null, sentence: string]
type Statement = Pick<PaymentReport, 'node' | 'paysRecipient'> & { findings: Finding[] }

/** Looks up the payment of an outcome that has one. Throws as `lookUpPayment` does. */
export async function resolutionOf(deps: LookUpDeps, transfer: Transfer, outcome: Outcome): Promise<Resolution> {
  if (outcome.kind !== 'succeeded') return outcome
  return { ...outcome, report: await lookUpPayment(deps, transfer, outcome.hash) }
}

/** Throws `invalidField` if the text is no hash, or the transaction proves another transfer. */
export async function lookUpPayment(deps: LookUpDeps, transfer: Transfer, text: string): Promise<PaymentReport> {
  const hash = canonicalHash(deps, transfer, text)
  const { findings, ...stated } = await statementOf(deps, transfer, hash)
  const owner = await ownerOf(deps.database.query, transfer, { hash, ...stated })
  if (owner !== null) findings.push(['otherTransfer', `Transfer ${owner} has this transaction already.`])
  else if (stated.paysRecipient) findings.push(...(await equalFindings(deps.database.query, transfer)))
  return {
    ...{ hash, ...stated },
    differences: findings.flatMap(([difference]) => difference ?? []),
    text: findings.map(([, sentence]) => sentence).join(' '),
  }
}

async function statementOf(deps: LookUpDeps, transfer: Transfer, hash: string): Promise<Statement> {
  const { networkKey, networkName } = transfer.terms
  const ofWallets = isSelfCustody(transfer.exchangeType) ? deps.solana?.get(networkKey)?.chain : undefined
  const chain = deps.chains.get(networkKey) ?? ofWallets
  if (chain === undefined) return unknown('none', [null, `No node of ${networkName} is configured to look it up.`])
  if (!chain.isHash(hash)) {
    return unknown('responded', [
      'notFound',
      `It is not a transaction hash of ${networkName}, so it cannot be looked up.`,
    ])
  }
  try {
    return await readPayment(deps, chain, { transfer, hash })
  } catch {
    return unknown('unreachable', ['unreachable', `The node of ${networkName} does not respond.`])
  }
}

function unknown(node: PaymentReport['node'], finding: Finding): Statement {
  return { node, paysRecipient: false, findings: [finding] }
}

async function readPayment(
  { database, networks }: LookUpDeps,
  chain: Chain,
  { transfer: { id, terms }, hash }: { transfer: Transfer; hash: string },
): Promise<Statement> {
  const { toAddress: to, contract, fromAddress: from, networkName } = terms
  const payment = await chain.findPayment({ hash, to, contract })
  if (payment === undefined) {
    return unknown('responded', ['notFound', `The node of ${networkName} has no block with this transaction.`])
  }
  if (!payment.succeeded) return unknown('responded', ['reverted', 'It failed on the chain, and paid nothing.'])
  const mined = await chain.readTransaction(hash)
  const paysRecipient = hasPaidRecipient(terms, payment)
  const findings = [paysRecipient ? paidFinding(terms, payment) : otherFinding(networks, terms, mined?.amounts ?? [])]
  if (paysRecipient && !isFromAnyAccount(terms)) {
    const ofSender = await chain.findPayment({ hash, to, contract, from })
    if (ofSender?.baseUnits !== payment.baseUnits) findings.push(['otherSender', `It was not paid by ${from}.`])
  }
  const watch = await findWatch(database.query, id)
  if (mined !== undefined && watch !== undefined && mined.block <= watch.firstBlock)
    findings.push(['beforeRequest', 'It is older than the request to the wallet.'])
  findings.push(confirmationFinding(terms, payment))
  return { node: 'responded', paysRecipient, findings }
}

function paidFinding({ amount, decimals, symbol, toAddress }: TransferTerms, { baseUnits }: MinedPayment): Finding {
  const sentence = `It pays ${Amount.fromBaseUnits(baseUnits, decimals)} ${symbol} to ${toAddress}`
  if (baseUnits === amount.toBaseUnits(decimals)) return [null, `${sentence}.`]
  return [
    'otherAmount',
    `${sentence}, and the transfer is of ${amount} ${symbol}. The status that the app receives states ${amount} ${symbol}.`,
  ]
}

function otherFinding(networks: NetworkCatalogue, terms: TransferTerms, amounts: readonly MovedAmount[]): Finding {
  const { symbol, toAddress, networkId } = terms
  const tokens = networks.byId(networkId)?.tokens ?? []
  const named = amounts.slice(0, shownAmounts).map(({ from, to, contract, baseUnits }) => {
    const token = tokens.find((each) => each.contract.toLowerCase() === contract.toLowerCase())
    const amount =
      token === undefined
        ? `${baseUnits} units of ${contract}`
        : `${Amount.fromBaseUnits(baseUnits, token.decimals)} ${token.symbol}`
    return `${amount} to ${to}${from === null ? '' : ` from ${from}`}`
  })
  const more = amounts.length > named.length ? `; and ${amounts.length - named.length} more` : ''
  const others = named.length === 0 ? '' : ` It pays ${named.join('; ')}${more}.`
  const unseen = terms.contract === '' ? ' Coins that a contract pays may not be shown.' : ''
  return ['otherRecipient', `The node shows no payment of ${symbol} to ${toAddress}.${unseen}${others}`]
}

function confirmationFinding({ requiredConfirmations }: TransferTerms, { confirmations }: MinedPayment): Finding {
  const sentence = `It has ${confirmations} confirmation${confirmations === 1 ? '' : 's'}; ${requiredConfirmations} are required.`
  return [confirmations < requiredConfirmations ? 'fewConfirmations' : null, sentence]
}

async function equalFindings(query: Query, transfer: Transfer): Promise<Finding[]> {
  const { id, terms } = transfer
  const open = [...(await equalAttempts(query, terms, id)), ...(await equalExchangeTransfers(query, terms, id))]
  const equal = open.filter((other) => mayShareSender(transfer, other))
  if (equal.length === 0) return []
  const ids = equal.slice(0, shownTransfers).map((each) => each.id)
  const more = equal.length > ids.length ? ` and ${equal.length - ids.length} more` : ''
  const which = 'The chain does not show for which of them this payment is.'
  return [['equalTransfer', `An equal payment is expected by transfer ${ids.join(', ')}${more}. ${which}`]]
}

function mayShareSender(own: Transfer, other: Transfer): boolean {
  const isOpen = ({ exchangeType, terms }: Transfer) => !isSelfCustody(exchangeType) || isFromAnyAccount(terms)
  return isOpen(own) || isOpen(other) || isSameAddress(own.terms.fromAddress, other.terms.fromAddress)
}
