import * as z from 'zod'

export const AccountTokens = z
  .object({
    account: z.object({
      accountId: z.string().describe('Stable; of a wallet its address, else a UUID.'),
      accountName: z.string(),
    }),
    accessToken: z.string().optional().describe('Absent where the client’s server fetches the tokens.'),
    refreshToken: z
      .string()
      .optional()
      .describe('Absent, too, where the exchange gives access that cannot be renewed.'),
  })
  .meta({ id: 'AccountTokens' })

export const RefreshedTokens = z.object({
  status: z.literal('succeeded'),
  accessToken: z.string().describe('The new auth token.'),
  refreshToken: z
    .string()
    .describe('The account’s previous tokens have ended. A second use of the old one ends every token of the sign-in.'),
  expiresInSeconds: z.int().describe('24 hours, less where the sign-in is almost a year old: no token outlives that.'),
  refreshTokenExpiresInSeconds: z.int(),
  brokerAccountTokens: z.array(AccountTokens).describe('The same pair, with the account it is for.'),
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
