// Holdings, previews and transfers for the hosted UI: camelCase, amounts as decimal text.

import * as z from 'zod'
import { quotedActions, requiredActions, transferFailures } from '../success-errors.ts'
import { ErrorDetails, errorTypeIn } from './error-details.ts'
import { CodeMethod, StatusDetail, TransferStatus, WireCodeKind, WireExtraField } from './execute.ts'
import { Mark } from './mark.ts'
import { Id, TextAmount, TextFiat, Time, Url } from './values.ts'

const ineligible = {
  eligibleForTransfer: z.boolean(),
  ineligibilityReason: z.string().nullable(),
  ineligibilityText: z.string().nullable().describe('The reason as a sentence for the user.'),
  ineligibilityData: z
    .object({
      app: z.string(),
      exchange: z.string(),
      symbol: z.string(),
      network: z.string(),
      minimum: TextAmount,
      fee: TextAmount,
      feeSymbol: z.string(),
      missing: TextAmount,
      until: Time,
    })
    .partial()
    .describe('The values in the reason, for translations. Empty without a reason.'),
}

const simulated = z
  .boolean()
  .describe('In the sandbox: the network has no local chain, and its transfers settle in the exchange’s ledger.')

export const LinkHoldingNetwork = z
  .object({
    id: Id,
    name: z.string(),
    mark: Mark,
    simulated,
    ...ineligible,
    minimumAmount: TextAmount,
    maximumAmount: TextAmount,
    minimumAmountInFiat: TextFiat,
    maximumAmountInFiat: TextFiat,
    fee: TextAmount,
    feeSymbol: z.string(),
    feeInFiat: TextFiat,
    exchangeFee: TextAmount,
    exchangeFeeInFiat: TextFiat,
    decimals: z.int(),
    price: TextAmount.nullable().describe('One token in US dollars.'),
    estimatedSeconds: z.number(),
  })
  .meta({ id: 'LinkHoldingNetwork' })

export const LinkHolding = z
  .object({
    symbol: z.string(),
    name: z.string(),
    mark: Mark.nullable(),
    availableBalance: TextAmount,
    availableBalanceInFiat: TextFiat,
    ...ineligible,
    networks: z.array(LinkHoldingNetwork),
  })
  .meta({ id: 'LinkHolding' })

export const LinkHoldings = z.object({ status: z.literal('succeeded'), holdings: z.array(LinkHolding) })

export const LinkFee = z
  .object({ fee: TextAmount, feeCurrency: z.string().nullable(), feeInFiat: TextFiat })
  .meta({ id: 'LinkFee' })

const Hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Cluster = z.enum(['solana:mainnet', 'solana:localnet'])
const TokenAmount = z.object({ symbol: z.string(), amount: TextAmount })

const WalletChain = z
  .object({
    chainId: z.union([Hex, Cluster]).describe('In the format of wallets: hexadecimal, or Solana’s cluster.'),
    chainName: z.string(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
    rpcUrl: Url.nullable().describe('Null if the wallet must know the chain already.'),
    explorerUrl: Url.nullable(),
  })
  .meta({ id: 'WalletChain' })

export const LinkPreview = z
  .object({
    previewId: Id,
    expiresIn: z.number().describe('Seconds left until the preview expires, unlike `ExpiresIn` of the API.'),
    fromName: z.string(),
    fromAddress: z.string().describe('Empty if the exchange does not state its sending address.'),
    toAddress: z.string(),
    addressTag: z.string(),
    contractAddress: z.string(),
    networkId: Id,
    networkName: z.string(),
    simulated,
    symbol: z.string(),
    mark: Mark.nullable(),
    amount: TextAmount,
    amountInFiat: TextFiat,
    estimatedTime: z.number().describe('In seconds.'),
    networkFee: LinkFee,
    exchangeFee: LinkFee,
    totalFeeInFiat: TextFiat,
    deposit: LinkFee.optional().describe('The part of the network fee that creates the recipient’s token account.'),
    feeIsEstimate: z.boolean().describe('Whether the network fee is known only after sending.'),
    userStep: z
      .object({ errorType: errorTypeIn(quotedActions), message: z.string(), errorData: ErrorDetails })
      .nullable()
      .describe('An action that the exchange is known to require of the user before it sends.'),
    totalDeducted: z.array(TokenAmount).describe('What leaves the account, fees included.'),
    recipientReceives: TokenAmount,
    wallet: WalletChain.nullable().describe('For a wallet: the chain to switch to, or to add.'),
  })
  .meta({ id: 'LinkPreview' })

export const LinkTransfer = z
  .object({
    transferId: Id,
    linkId: Id.nullable().describe('The link of the transfer.'),
    previewId: Id,
    transactionId: z.string().nullable().describe('The reference that the app gave the link of the transfer.'),
    status: TransferStatus,
    statusDetail: StatusDetail,
    message: z.string().nullable().describe('Why it failed, as a sentence.'),
    errorType: errorTypeIn(transferFailures)
      .nullable()
      .describe('Why it failed, as a code. errorData contains its values.'),
    errorData: ErrorDetails,
    fromName: z.string(),
    fromAddress: z.string(),
    toAddress: z.string(),
    addressTag: z.string(),
    hash: z.string(),
    explorerUrl: Url.nullable(),
    networkId: Id,
    networkName: z.string(),
    simulated,
    symbol: z.string(),
    mark: Mark.nullable(),
    amount: TextAmount,
    amountInFiat: TextFiat,
    networkFee: LinkFee,
    exchangeFee: LinkFee,
    confirmations: z.int(),
    requiredConfirmations: z.int().describe('0 if no node of the network is read.'),
    provedBy: z
      .enum(['chain', 'exchange'])
      .nullable()
      .describe(
        'The proof that the transfer arrived: the chain, or only the exchange if no node is read. Null before that.',
      ),
    provableBy: Id.nullable().describe(
      'An equal payment of another user is open. A signature by the wallet of this account decides whose payment it is (`POST /api/v1/link/wallet/challenge`). Null if a signature is not needed.',
    ),
    estimatedSeconds: z.number(),
    createdAt: Time,
    updatedAt: Time,
    timeline: z.array(z.object({ at: Time, kind: z.string() })),
  })
  .meta({ id: 'LinkTransfer' })

const EvmRequest = z
  .object({ chainId: Hex, from: Hex, to: Hex, data: Hex, value: Hex, gas: Hex })
  .meta({ id: 'EvmRequest', description: 'The parameter of `eth_sendTransaction`.' })

export const SolanaRequest = z
  .object({
    chainId: Cluster,
    from: z.string(),
    transaction: z.string().describe('Unsigned, in base64.'),
  })
  .meta({
    id: 'SolanaRequest',
    description: 'For `solana:signTransaction`. Submit the signed transaction to `wallet/signed`.',
  })

export const LinkExecution = z
  .object({
    outcome: z
      .enum([
        'succeeded',
        'failed',
        'mfaRequired',
        'mfaFailed',
        'emailConfirmationRequired',
        'deviceConfirmationRequired',
        'addressWhitelistRequired',
        'travelRuleRequired',
        'walletRequired',
      ])
      .describe(
        'All but the first two: nothing was sent, and the preview remains valid. Execute it again. walletRequired: nothing ' +
          'is sent until the wallet does it.',
      ),
    errorType: errorTypeIn([...requiredActions, ...transferFailures]).nullable(),
    errorData: ErrorDetails,
    message: z.string().nullable(),
    mfaType: WireCodeKind.nullable(),
    attemptsLeft: z.int().nullable(),
    codeLength: z.int().nullable().describe('With mfaRequired and mfaFailed, like the next two.'),
    codeSentTo: z.string().nullable().describe('Masked receiver, empty for an authenticator.'),
    codeMethods: z.array(CodeMethod).nullable(),
    fields: z
      .array(WireExtraField)
      .nullable()
      .describe('With travelRuleRequired: the fields that `extra` must contain.'),
    walletRequest: z
      .union([EvmRequest, SolanaRequest])
      .nullable()
      .describe('With walletRequired: the request for the wallet.'),
    transfer: LinkTransfer.nullable(),
  })
  .meta({ id: 'LinkExecution' })
