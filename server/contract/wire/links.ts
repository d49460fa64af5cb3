import * as z from 'zod'
import { Id, Url } from './values.ts'

export const TokenDelivery = z
  .enum(['page', 'server'])
  .nullable()
  .optional()
  .describe(
    'Who receives the tokens of an account that is connected in the link. `page`, the default: `brokerConnected` contains them. ' +
      '`server`, recommended: no token ever reaches a page, and your server fetches them once. Additive.',
  )

export const CreatedLink = z.object({
  url: Url.describe('The same page as a full page: mobile, webview, e-mail. It ends at the callback URL.'),
  iFrameUrl: Url.describe('For the link module. Opens once, within 600 seconds.'),
  linkId: Id.describe(
    'Store it with the user: `GET /api/v1/transfers?linkId=…` lists the transfers of the link. Additive.',
  ),
})

export const CreatedLinkToken = z.object({
  linkToken: z.string().describe('The iFrameUrl in base64.'),
  linkId: Id,
})

const page = '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01/broker-connect?auth_code=ac-sandbox-EXAMPLE'
const linkId = '8f0c1c0a-3f8e-4a86-9c9a-0d7d5c1d0f55'

export const linkExample: z.input<typeof CreatedLink> = {
  url: `http://localhost:4000/${page}`,
  iFrameUrl: `http://localhost:4000/b2b-iframe/${page}`,
  linkId,
}
export const linkTokenExample: z.input<typeof CreatedLinkToken> = {
  linkToken: btoa(linkExample.iFrameUrl),
  linkId,
}
