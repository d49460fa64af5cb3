// Responses for the hosted UI when it opens a link and connects an account.

import * as z from 'zod'
import { WireCodeKind } from './execute.ts'
import { Health } from './integrations.ts'
import { LinkTransfer } from './link-transfer.ts'
import { Mark, markExample } from './mark.ts'
import { AccountTokens } from './tokens.ts'
import { baseId, exampleAddress, Id, TextAmount, Url } from './values.ts'

export const LinkAccount = z
  .object({
    accountId: Id,
    name: z.string(),
    type: z.string(),
    integrationName: z.string(),
    maskedId: z.string().describe('The end of the id that the account has at the exchange.'),
    transfers: z.boolean().describe('Whether the integration supports managed transfers.'),
  })
  .meta({ id: 'LinkAccount' })

export const WireLinkSession = z
  .object({
    linkId: Id,
    expiresIn: z.int().describe('Seconds until the session ends.'),
    client: z.object({ name: z.string(), origin: z.string() }),
    provider: z
      .object({ name: z.string(), termsUrl: Url.nullable(), privacyUrl: Url.nullable() })
      .nullable()
      .describe('The company that operates the server, from its configuration. Null if it names none.'),
    callbackUrl: Url,
    userId: z.string().describe('The user that the app named.'),
    transactionId: z.string().nullable().describe('The reference that the app gave the link.'),
    transfersEnabled: z.boolean(),
    destinations: z.array(
      z.object({
        networkId: Id,
        symbol: z.string(),
        address: z.string(),
        addressTag: z.string(),
        networkName: z.string(),
        tokenName: z.string(),
        mark: Mark.nullable(),
        networkMark: Mark.nullable(),
      }),
    ),
    fixed: z
      .object({ symbol: z.string().nullable(), amount: TextAmount.nullable(), amountInFiat: TextAmount.nullable() })
      .nullable()
      .describe(
        'The transfer that the app fixed; the user does not enter it. Without a symbol, only the value is fixed, and the user chooses the asset.',
      ),
    start: z.enum(['chooseAccount', 'chooseAsset', 'connectWallet', 'noEligibleAssets']),
    fromType: z
      .string()
      .nullable()
      .describe('The integration that the app named without a token: start with its sign-in.'),
    account: LinkAccount.nullable(),
    expectedWallet: z
      .string()
      .nullable()
      .describe(
        'The address that the link’s wallet token names. Another address connects only with `confirmedAddress`.',
      ),
    connected: z
      .object({ connectionId: Id, type: z.string() })
      .nullable()
      .describe(
        'The latest sign-in of a resumed session, if it succeeded. A page that was reloaded during the sign-in reads the tokens with it.',
      ),
    pendingTransfer: LinkTransfer.nullable().describe(
      'A pending transfer of this user: offer it first. In a resumed session, the latest transfer of the session, even if it has ended: show its result.',
    ),
    sandbox: z.boolean(),
    fiatRates: z
      .record(z.string(), TextAmount)
      .describe('Exchange rates of the US dollar, for display only. Empty if no rates are available.'),
  })
  .meta({ id: 'LinkSession' })

export const OpenedSession = WireLinkSession.extend({
  continued: z
    .object({ accountId: Id, networkId: Id, symbol: z.string(), amount: TextAmount })
    .nullable()
    .describe('The transfer under review when the link moved here from a frame: preview it and show its review.'),
  sessionToken: z.string().describe('For `Authorization: Bearer`. Returned once.'),
})

export const LinkIntegrations = z.object({
  integrations: z.array(
    z
      .object({
        type: z.string(),
        name: z.string(),
        kind: z.enum(['exchange', 'wallet']),
        payOnly: z
          .boolean()
          .optional()
          .describe(
            'For wallets: none can be connected for this link, but the user can pay by a link, a QR code or manually.',
          ),
        families: z
          .array(z.enum(['evm', 'solana']))
          .optional()
          .describe('For wallets: the chain types on which one can be connected.'),
        status: Health,
        transfers: z.boolean(),
        color: z.string(),
        logo: z.string().optional().describe('The path of the logo, if the operator has one for the integration.'),
        auth: z.object({
          scheme: z
            .enum(['credentials', 'apiKey', 'oauth', 'wallet'])
            .describe(
              'oauth: the user signs in on the exchange’s page, and there are no fields. wallet: the page requests the `address` from the wallet and connects with it and the `walletName`.',
            ),
          fields: z.array(
            z.object({
              name: z.string(),
              label: z.string(),
              secret: z.boolean(),
              optional: z.literal(true).optional().describe('The field is optional.'),
              options: z
                .array(z.object({ value: z.string(), label: z.string() }))
                .optional()
                .describe('Accepted values of a select. An empty or missing value means `defaultValue`.'),
              defaultValue: z.string().optional().describe('Initially selected option of a select.'),
            }),
          ),
          serverAddresses: z
            .array(z.string())
            .optional()
            .describe('Addresses of this server. The user allows them for the key, if the exchange requires that.'),
          keysUrl: z.string().optional().describe('For API keys: the page of the exchange where users create them.'),
        }),
      })
      .meta({ id: 'LinkIntegration' }),
  ),
})

export const AuthData = z
  .object({
    accessToken: z.object({
      accountTokens: z.array(AccountTokens),
      brokerType: z.string(),
      brokerName: z.string(),
      brokerBrandInfo: z.object({
        brokerLogo: z.string().describe('An SVG in base64.'),
        logoLightUrl: z
          .string()
          .optional()
          .describe('The URL of the logo, if the operator has one for the integration.'),
        brokerPrimaryColor: z.string(),
      }),
      expiresInSeconds: z.int().optional(),
      refreshTokenExpiresInSeconds: z.int().optional(),
    }),
    auth_token: z.string().optional(),
    refresh_token: z.string().optional(),
  })
  .meta({
    id: 'AuthData',
    description:
      'The payload of `brokerConnected`: the connected accounts and their tokens. With TokenDelivery `server`, the page receives ' +
      'neither tokens nor their lifetimes. The client’s server requests them.',
  })

export const LinkConnection = z
  .object({
    connectionId: Id,
    state: z.enum(['connected', 'codeRequired', 'waiting', 'redirect']).describe('More may be added: failed.'),
    redirectUrl: Url.optional().describe('With redirect: open it in a separate window, then poll the connection.'),
    confirmationNumber: z
      .string()
      .optional()
      .describe(
        'With redirect, once the user has signed in there in a window that no page of this server opened: show it. The user ' +
          'enters it in that window.',
      ),
    codeKind: WireCodeKind.optional().describe('With codeRequired, like the next three.'),
    codeLength: z.int().optional(),
    codeSentTo: z.string().optional().describe('Masked receiver, empty for an authenticator.'),
    codeMethods: z.array(z.object({ kind: WireCodeKind, to: z.string() })).optional(),
    waitingFor: z
      .enum(['email', 'device'])
      .optional()
      .describe('With waiting, like the next three: poll the connection.'),
    sentTo: z.string().optional().describe('Masked receiver of the e-mail, or the name of the device.'),
    url: Url.nullable().optional().describe('Page of the exchange for the confirmation, if there is one.'),
    expiresIn: z.number().optional().describe('Seconds.'),
    accounts: z.array(LinkAccount).optional().describe('With connected, like authData.'),
    authData: AuthData.optional(),
  })
  .meta({ id: 'LinkConnection' })

const account: z.input<typeof LinkAccount> = {
  accountId: '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7',
  name: 'Main',
  type: 'sandbox',
  integrationName: 'Sandbox Exchange',
  maskedId: '••7c41',
  transfers: true,
}
export const accountExample = { account }

export const sessionExample: z.input<typeof WireLinkSession> = {
  linkId: '8f0c1c0a-3f8e-4a86-9c9a-0d7d5c1d0f55',
  expiresIn: 3600,
  client: { name: 'Northwind', origin: 'http://localhost:4001' },
  provider: {
    name: 'Example Payments',
    termsUrl: 'https://example.com/terms',
    privacyUrl: 'https://example.com/privacy',
  },
  callbackUrl: 'http://localhost:4001/',
  userId: 'user-1',
  transactionId: 'order-1',
  transfersEnabled: true,
  destinations: [
    {
      networkId: baseId,
      symbol: 'USDC',
      address: exampleAddress,
      addressTag: '',
      networkName: 'Base',
      tokenName: 'USD Coin',
      mark: markExample,
      networkMark: { letter: 'B', color: '#0052ff' },
    },
  ],
  fixed: null,
  start: 'chooseAccount',
  fromType: null,
  account: null,
  expectedWallet: null,
  connected: null,
  pendingTransfer: null,
  sandbox: true,
  fiatRates: { EUR: '0.92' },
}
export const openedExample: z.input<typeof OpenedSession> = {
  ...sessionExample,
  continued: null,
  sessionToken: 'ls-sandbox-EXAMPLE',
}

export const linkIntegrationsExample: z.input<typeof LinkIntegrations> = {
  integrations: [
    {
      type: 'sandbox',
      name: 'Sandbox Exchange',
      kind: 'exchange',
      status: 'up',
      transfers: true,
      color: '#0f766e',
      auth: {
        scheme: 'credentials',
        fields: [
          { name: 'username', label: 'User name', secret: false },
          { name: 'password', label: 'Password', secret: true },
        ],
      },
    },
  ],
}

export const connectedExample: z.input<typeof LinkConnection> = {
  connectionId: '6a1d7f0e-0b52-4f0c-8f3e-1c2d3e4f5a6b',
  state: 'connected',
  accounts: [account],
  authData: {
    accessToken: {
      accountTokens: [
        {
          account: { accountId: account.accountId, accountName: 'Main' },
          accessToken: 'at-sandbox-EXAMPLE',
          refreshToken: 'rt-sandbox-EXAMPLE',
        },
      ],
      brokerType: 'sandbox',
      brokerName: 'Sandbox Exchange',
      brokerBrandInfo: {
        brokerLogo: 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        brokerPrimaryColor: '#1f5eff',
      },
      expiresInSeconds: 86400,
      refreshTokenExpiresInSeconds: 7776000,
    },
    auth_token: 'at-sandbox-EXAMPLE',
    refresh_token: 'rt-sandbox-EXAMPLE',
  },
}
export const signInCodeRequiredExample: z.input<typeof LinkConnection> = {
  connectionId: '6a1d7f0e-0b52-4f0c-8f3e-1c2d3e4f5a6b',
  state: 'codeRequired',
  codeKind: 'phone',
  codeLength: 6,
  codeSentTo: '•• 42',
  codeMethods: [
    { kind: 'totp', to: '' },
    { kind: 'phone', to: '•• 42' },
  ],
}
export const redirectExample: z.input<typeof LinkConnection> = {
  connectionId: '6a1d7f0e-0b52-4f0c-8f3e-1c2d3e4f5a6b',
  state: 'redirect',
  redirectUrl: 'https://transfers.example.com/api/v1/link/redirect?state=EXAMPLE',
}
export const waitingExample: z.input<typeof LinkConnection> = {
  connectionId: '6a1d7f0e-0b52-4f0c-8f3e-1c2d3e4f5a6b',
  state: 'waiting',
  waitingFor: 'email',
  sentTo: 'u•••@example.com',
  url: null,
  expiresIn: 300,
}
