// Registers the shop's URL for webhooks, once. The secret is returned only when the endpoint is created, so it is stored.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type EndpointSettings = {
  apiUrl: string
  clientId: string
  clientSecret: string
  /** The URL of this shop that receives webhooks. */
  url: string
  /** The file that stores the secret. */
  file: string
}
type Endpoint = {
  id: string
  url: string
  state: 'on' | 'paused' | 'off'
  stateReason: 'failing' | 'gone' | 'client' | null
}
type Stored = { id: string; secret: string }

const retryMs = 1000
/** Servers that start at the same time need a few seconds. */
const reportedTry = 15
/** A new endpoint receives the events of these days again. The ledger ignores those that it has. */
const replayMs = 30 * 24 * 60 * 60 * 1000

/** Returns the secret. If the API does not respond, tries again until it does. */
export async function registerEndpoint(settings: EndpointSettings): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await ensureEndpoint(settings)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (tries === reportedTry) console.error(`The shop tries again to register its webhook endpoint. ${reason}`)
    }
    await pause(retryMs)
  }
}

async function ensureEndpoint(settings: EndpointSettings): Promise<string> {
  const stored = readStored(settings.file)
  const { endpoints } = await call<{ endpoints: Endpoint[] }>(settings, 'GET ')
  // The API returns normalized URLs.
  const ours = endpoints.filter(({ url }) => url === new URL(settings.url).href)
  const known = ours.find(({ id, state }) => id === stored?.id && state !== 'off')
  if (stored !== null && known !== undefined) {
    // Paused because the shop was down: the events that wait are sent now instead of later.
    if (known.stateReason === 'failing') await call(settings, `PATCH /${known.id}`, { state: 'on' })
    return stored.secret
  }
  // The secret is lost, or the server turned the endpoint off and no longer records events for it.
  for (const { id } of ours) await call(settings, `DELETE /${id}`)
  const { id, secret } = await call<Stored>(settings, 'POST ', { url: settings.url, description: 'Northwind' })
  const since = new Date(Date.now() - replayMs).toISOString()
  await call(settings, `POST /${id}/replay`, { since })
  // Last: after a crash before this line, the next start begins again.
  writeFileSync(settings.file, JSON.stringify({ id, secret } satisfies Stored), { mode: 0o600, flush: true })
  return secret
}

function readStored(file: string): Stored | null {
  try {
    const { id, secret } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : null
  } catch {
    return null
  }
}

async function call<Content>(settings: EndpointSettings, methodAndPath: string, body?: object): Promise<Content> {
  const { apiUrl, clientId, clientSecret } = settings
  const [method = '', path = ''] = methodAndPath.split(' ')
  const response = await fetch(`${apiUrl}/api/v1/webhooks/endpoints${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': clientId, 'X-Client-Secret': clientSecret },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new Error(`Transfer Link does not respond at ${apiUrl}.`)
  })
  const { content, message } = (await response.json()) as { content: Content; message?: string }
  if (!response.ok) throw new Error(message ?? `Transfer Link returned ${response.status}.`)
  return content
}
