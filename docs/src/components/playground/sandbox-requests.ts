// The requests to a running sandbox. The server's address comes from a field, and its script runs in this page, so only addresses of
// this machine are used.

/** The sandbox does not respond. */
export class NotRunning extends Error {}

/** The origin of a sandbox on this machine. Null if the text is something else. */
export function readSandboxAddress(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
  return isWeb && isLoopback(url.hostname) ? url.origin : null
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

/** The origin of the site on which links open. */
export async function readPlaygroundOrigin(server: string): Promise<string> {
  const response = await respond(`${server}/sandbox/playground`)
  const { origin } = (await response.json().catch(() => ({}))) as { origin?: unknown }
  // Another program may use the port.
  if (typeof origin !== 'string') throw new NotRunning()
  return origin
}

/** The `iFrameUrl` of a new link. */
export async function requestLink(server: string): Promise<string> {
  const response = await respond(`${server}/sandbox/playground/link`, { method: 'POST' })
  const { iFrameUrl, message } = (await response.json().catch(() => ({}))) as { iFrameUrl?: string; message?: string }
  if (iFrameUrl === undefined) throw new Error(message ?? `The sandbox returned ${response.status}.`)
  return iFrameUrl
}

/** Loads the element as any site does, and the Sandbox Wallet. */
export async function loadElement(server: string): Promise<void> {
  loadScript(`${server}/sandbox/wallet.js`)
  const script = loadScript(`${server}/v1/transfer-link.js`)
  const failed = new Promise<never>((_, reject) => {
    script.addEventListener('error', () => {
      script.remove()
      reject(new NotRunning())
    })
  })
  await Promise.race([customElements.whenDefined('transfer-link'), failed])
}

function loadScript(src: string): HTMLScriptElement {
  const present = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  const script = present ?? Object.assign(document.createElement('script'), { type: 'module', src })
  if (present === null) document.head.append(script)
  return script
}

function respond(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new NotRunning()
  })
}
