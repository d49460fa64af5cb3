// A payment from a wallet that is not connected, for the hosted UI.

import * as z from 'zod'
import { baseId, exampleAddress, Id, TextAmount, TextFiat } from './values.ts'

export const LinkPayment = z
  .object({
    transferId: Id.nullable().describe('Id to poll the payment with; null if it is not watched.'),
    watched: z
      .boolean()
      .describe('Whether the chain is watched for this payment. If not, only the app can see that it arrived.'),
    expiresIn: z.int().describe('How many seconds the chain is watched; 0 if it is not.'),
    paymentUri: z
      .string()
      .nullable()
      .describe(
        'Opens a wallet app: EIP-681, BIP-21 or Solana Pay. Null if the network has no such format, and for Solana in the sandbox.',
      ),
    qr: z
      .object({ size: z.int(), path: z.string() })
      .describe('QR code of the paymentUri, otherwise of the address: an SVG path in the viewBox `0 0 size size`.'),
    address: z.string(),
    addressTag: z.string(),
    contractAddress: z.string(),
    networkId: Id,
    networkName: z.string(),
    symbol: z.string(),
    amount: TextAmount,
    amountInFiat: TextFiat,
    minimum: TextAmount.nullable().describe('The minimum that the app accepts, if known.'),
  })
  .meta({ id: 'LinkPayment' })

export const linkPaymentExample: z.input<typeof LinkPayment> = {
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  watched: true,
  expiresIn: 86400,
  paymentUri:
    'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@913370002/transfer?address=0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61&uint256=10500000',
  qr: { size: 57, path: 'M4 4h7v1h-7z' },
  address: exampleAddress,
  addressTag: '',
  contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  networkId: baseId,
  networkName: 'Base',
  symbol: 'USDC',
  amount: '10.5',
  amountInFiat: '10.5',
  minimum: null,
}
