import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { text } from '../../contract/wire/request-text.ts'
import { baseId, exampleAddress } from '../../contract/wire/values.ts'
import { ownershipMessage, ownershipParams } from '../../wallets/ownership-message.ts'

const base = '/api/v1/link'
const challengeId = '1f0f5a0e-6c1e-4c53-8d0e-0f6a2b9c7d11'
const exampleMessage = ownershipMessage({
  ...{ app: 'Northwind', address: exampleAddress, code: challengeId },
  expiresAt: new Date('2026-11-20T12:05:00Z'),
})

export const ChallengeBody = z.object({
  accountId: text(60).describe('An EVM wallet that was connected in this session.'),
  networkId: text(60).describe('Network of the transfer, on which a contract’s signature is verified.'),
})

export const createWalletChallengeEndpoint = describeEndpoint({
  id: 'createWalletChallenge',
  method: 'post',
  path: `${base}/wallet/challenge`,
  tag: 'Link session',
  summary: 'Create a message that proves a wallet’s address',
  description:
    'After `walletOwnershipRequired`. The wallet signs the message with `personal_sign` and the `params` unchanged. A message is valid once, for five minutes.',
  security: 'session',
  body: { schema: ChallengeBody, example: { accountId: '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7', networkId: baseId } },
  responses: {
    200: envelopeResponse(
      'The message to sign.',
      z.object({
        challengeId: z.string().meta({ format: 'uuid' }),
        message: z.string(),
        address: z.string(),
        params: z.array(z.string()).describe('Parameters of `personal_sign`: the message in hex, and the address.'),
        expiresIn: z.int().describe('Seconds.'),
      }),
      {
        example: {
          ...{ challengeId, message: exampleMessage, address: exampleAddress, expiresIn: 300 },
          params: ownershipParams(exampleMessage, exampleAddress),
        },
      },
    ),
  },
  errors: ['accountNotFound', 'reconnectRequired', 'unknownNetwork', 'networkUnavailable'],
})

export const ProofBody = z.object({
  challengeId: text(60).meta({ format: 'uuid', description: 'From the challenge.' }),
  signature: text(20_000).describe('Signature in hex, by the account’s key or by its contract (ERC-1271 or ERC-6492).'),
})

export const proveWalletEndpoint = describeEndpoint({
  id: 'proveWallet',
  method: 'post',
  path: `${base}/wallet/proof`,
  tag: 'Link session',
  summary: 'Prove a wallet’s address',
  description: 'The address is then proved for this user. Execute the preview again.',
  security: 'session',
  body: { schema: ProofBody, example: { challengeId, signature: `0x${'5e'.repeat(65)}` } },
  responses: {
    200: envelopeResponse('The address is proved.', z.object({ proved: z.literal(true) }), {
      example: { proved: true },
    }),
  },
  errors: ['walletChallengeExpired', 'walletSignatureInvalid', 'networkUnavailable'],
})

export const ExpectedBody = z.object({
  accessToken: text(500).describe('An auth token of a wallet that the site received earlier.'),
})

export const expectWalletEndpoint = describeEndpoint({
  id: 'expectWallet',
  method: 'post',
  path: `${base}/wallet/expected`,
  tag: 'Link session',
  summary: 'Allow only the wallet account of a token',
  description:
    'For a link that names no wallet. Another address then connects only with `confirmedAddress`. The token of a wallet names its address and grants no access, so an expired one is accepted.',
  security: 'session',
  body: { schema: ExpectedBody, example: { accessToken: 'at-sandbox-EXAMPLE' } },
  responses: {
    200: envelopeResponse('The expected address.', z.object({ expectedWallet: z.string() }), {
      example: {
        expectedWallet: exampleAddress,
      },
    }),
  },
  errors: ['authTokenInvalid', 'fromTokenTypeMismatch', 'environmentMismatch'],
})
