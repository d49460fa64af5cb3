// The only request to Transfer Link. The shop's backend sends it, because it contains the client secret.
import { assets, shopAddress, solanaAddress, solanaAssets } from './assets.ts'

export type LinkSettings = { apiUrl: string; clientId: string; clientSecret: string; callbackUrl: string }

/** An error whose message may be shown to a customer. */
export class LinkError extends Error {}

const destinations = {
  usual: assets.map(({ networkId, symbol }) => ({ NetworkId: networkId, Symbol: symbol, Address: shopAddress })),
  solana: solanaAssets.map(({ networkId, symbol }) => ({
    NetworkId: networkId,
    Symbol: symbol,
    Address: solanaAddress,
  })),
}

export async function createLink(
  userId: string,
  settings: LinkSettings,
  to: keyof typeof destinations = 'usual',
): Promise<string> {
  const { apiUrl, clientId, clientSecret, callbackUrl } = settings
  const query = new URLSearchParams({ userId, callbackUrl, enableTransfers: 'true' })
  const response = await fetch(`${apiUrl}/api/v1/cataloglink?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': clientId, 'X-Client-Secret': clientSecret },
    body: JSON.stringify({
      ToAddresses: destinations[to],
    }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new LinkError(
      `Adding funds is not possible right now: Transfer Link does not respond at ${apiUrl}. No funds were moved.`,
    )
  })
  const body = (await response.json().catch(() => null)) as {
    content?: { iFrameUrl?: unknown }
    message?: unknown
  } | null
  const url = body?.content?.iFrameUrl
  if (typeof url === 'string') return url
  throw new LinkError(
    `Adding funds is not possible right now: ${body?.message || `Transfer Link returned ${response.status}.`}`,
  )
}
