// A site with a separate origin, for one test: a page and its script.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from './app.ts'
import { runCliHere } from './cli.ts'

export interface Site {
  /** Also the callback URL, if the site is registered. */
  url: string
  stop(): Promise<void>
}

export interface SiteOptions {
  /** The page's script, a module. */
  script: string
  body?: string
  contentSecurityPolicy?: string
  /** Whether the site blocks every frame without a cross-origin embedder policy. */
  isIsolated?: boolean
  /** Whether links may be opened on the site. */
  isRegistered?: boolean
}

const demoClient = '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'

export async function serveSite(app: App, options: SiteOptions): Promise<Site> {
  const { script, body = '', contentSecurityPolicy, isIsolated, isRegistered = true } = options
  const html = `<!doctype html><html lang="en"><title>Site</title>${body}<script type="module" src="/script.js"></script></html>`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/script.js'
    response.setHeader('Content-Type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`)
    if (contentSecurityPolicy) response.setHeader('Content-Security-Policy', contentSecurityPolicy)
    if (isIsolated) response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    if (isIsolated) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.end(isScript ? script : html)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  if (isRegistered) await callback(app, 'add', url)
  return {
    url,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      // Other tests omit the callback URL, which requires that the client has only one.
      if (isRegistered) await callback(app, 'remove', url)
    },
  }
}

async function callback({ dataFolder }: App, what: 'add' | 'remove', url: string): Promise<void> {
  const { code, error } = await runCliHere(['callback', what, demoClient, url], { DATA_DIR: dataFolder })
  if (code !== 0) throw new Error(`callback ${what} failed: ${error}`)
}
