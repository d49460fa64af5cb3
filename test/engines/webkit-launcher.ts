// Lets Web Test Runner use WebKitGTK's own small browser, spoken to by WebDriver over HTTP. One page at a time.
import { type ChildProcess, spawn } from 'node:child_process'
import type { BrowserLauncher } from '@web/test-runner'

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const patienceMs = 20_000

export function webKitLauncher(port = 24_456): BrowserLauncher {
  const root = `http://127.0.0.1:${port}`
  let driver: ChildProcess | undefined
  let session = ''
  let active: { id: string; url: string } | null = null

  async function start() {
    driver = spawn('WebKitWebDriver', ['-p', String(port), '--host=127.0.0.1'], { stdio: 'ignore' })
    const deadline = Date.now() + patienceMs
    while (!(await fetch(`${root}/status`).catch(() => null))?.ok) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver does not respond. Is webkit2gtk-driver installed?')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const browser = { binary: miniBrowser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } }
    const { sessionId } = await command<{ sessionId: string }>('POST', '/session', { capabilities })
    session = `/session/${sessionId}`
  }

  async function command<Value>(method: string, path: string, body?: object): Promise<Value> {
    const response = await fetch(root + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: Value & { message?: string } }
    if (!response.ok) throw new Error(`WebKitWebDriver: ${value.message}`)
    return value
  }

  const open = (url: string) => command('POST', `${session}/url`, { url })
  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async startSession(id, url) {
      if (session === '') await start()
      active = { id, url }
      await open(url)
    },
    isActive: (id) => active?.id === id,
    getBrowserUrl: () => active?.url,
    startDebugSession: async () => {
      throw new Error('WebKitGTK is for running tests, not for looking into them.')
    },
    async stopSession() {
      active = null
      await open('about:blank')
      return {}
    },
    async stop() {
      if (session !== '') await command('DELETE', session).catch(() => {})
      driver?.kill()
    },
  }
}
