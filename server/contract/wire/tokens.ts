import * as z from 'zod'

export const AccountTokens = z
  .object({
    account: z.object({
      accountId: z.string().describe('Stable: the address of a wallet, otherwise a UUID.'),
      accountName: z.string(),
    }),
    accessToken: z.string().optional().describe('Absent if the client’s server fetches the tokens.'),
    refreshToken: z.string().optional().describe('Also absent if the exchange grants access that cannot be renewed.'),
  })
  .meta({ id: 'AccountTokens' })

export const RefreshedTokens = z.object({
  status: z.literal('succeeded'),
  accessToken: z.string().describe('The new auth token.'),
  refreshToken: z
    .string()
    .describe(
      'The account’s previous tokens are revoked. A second use of the old one revokes every token of the sign-in.',
    ),
  expiresInSeconds: z
    .int()
    .describe('24 hours, or less if the sign-in is almost a year old: no token is valid longer than a year after it.'),
  refreshTokenExpiresInSeconds: z.int(),
  brokerAccountTokens: z.array(AccountTokens).describe('The same pair, with its account.'),
})

export const refreshedExample: z.input<typeof RefreshedTokens> = {
  status: 'succeeded',
  accessToken: 'at-sandbox-EXAMPLE',
  refreshToken: 'rt-sandbox-EXAMPLE',
  expiresInSeconds: 86400,
  refreshTokenExpiresInSeconds: 7776000,
  brokerAccountTokens: [
    {
      account: { accountId: '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7', accountName: 'Main' },
      accessToken: 'at-sandbox-EXAMPLE',
      refreshToken: 'rt-sandbox-EXAMPLE',
    },
  ],
}
