// Links for the playground of the documentation site. A page must not contain a client secret, so the sandbox creates the links.

import type { Hono } from 'hono'
import { ApiError, type AppContext, type AppDeps, type AppEnv, seedSandboxClient } from 'transfer-link-server'

const client = { id: '5c0a1f3e-8d64-4a57-9b1c-2f7e6d4b3a02', secret: 'sk_sandbox_playground', name: 'Playground' }
const address = '0xf3CC87F78B21d53DCCCD34b6Dd0c2E8679cb5E6E'
const networkIds = ['aa883b03-120d-477c-a588-37c2afd3ca71', 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611']
const destinations = networkIds.flatMap((networkId) =>
  ['USDC', 'ETH'].map((symbol) => ({ NetworkId: networkId, Symbol: symbol, Address: address })),
)

/** `origin` is the site's. It is a separate client, because the demo client has exactly one callback URL. */
export async function mountPlayground(app: Hono<AppEnv>, deps: AppDeps, origin: string): Promise<void> {
  const callbackUrl = `${origin}/`
  await seedSandboxClient(deps, { ...client, callbackUrl })

  app.get('/sandbox/playground', (context) => {
    allowLoopback(context)
    return context.json({ origin })
  })

  app.post('/sandbox/playground/link', async (context) => {
    // The browser would open the link on no other page. A request without an origin comes from no page.
    if (context.req.header('origin') !== origin) throw new ApiError('routeNotFound')
    allowLoopback(context)
    const query = new URLSearchParams({ userId: 'playground', callbackUrl, enableTransfers: 'true' })
    const response = await app.request(`/api/v1/cataloglink?${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Client-Id': client.id,
        'X-Client-Secret': client.secret,
      },
      body: JSON.stringify({ ToAddresses: destinations }),
    })
    const { content, message } = (await response.json()) as { content: { iFrameUrl: string } | null; message: string }
    return content === null
      ? context.json({ message }, response.status === 429 ? 429 : 502)
      : context.json({ iFrameUrl: content.iFrameUrl })
  })
}

/** Pages on loopback may read the response. */
function allowLoopback(context: AppContext): void {
  const origin = context.req.header('origin') ?? ''
  if (/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin))
    context.header('Access-Control-Allow-Origin', origin)
  context.header('Vary', 'Origin')
}
