// A real Prometheus with the configuration of deploy/ scrapes a production server with its token. Once the server is killed, the alert fires.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deployFolder, promtool, rulesFile } from '../../support/alerts.ts'
import { freePort } from '../../support/free-ports.ts'
import { startServing } from '../../support/serving.ts'

const limitMs = 60_000

/** Returns what went wrong. */
export async function fireAlert(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const token = randomBytes(32).toString('hex')
  const serving = await startServing({
    TRANSFER_ENV: 'production',
    PUBLIC_URL: 'https://transfers.example.com',
    MASTER_KEYS: `1:${randomBytes(32).toString('base64url')}`,
    METRICS_TOKEN: token,
  })
  const port = await freePort()
  writeConfiguration(folder, { token, target: new URL(serving.url).host })
  const args = ['prometheus.yml', 'data', `127.0.0.1:${port}`]
  const options = ['--config.file', '--storage.tsdb.path', '--web.listen-address'].map(
    (name, n) => `${name}=${args[n]}`,
  )
  const program = join(dirname(promtool ?? ''), 'prometheus')
  const prometheus = spawn(program, [...options, '--log.level=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => prometheus.once('close', () => resolve()))
  try {
    const url = `http://127.0.0.1:${port}`
    if (!(await becomes(async () => (await query(url, 'up')) === '1')))
      return ['Prometheus could not scrape the server.']
    if ((await query(url, 'count(transfer_link_build_info{environment="production"})')) !== '1')
      return ['Prometheus has not stored the metrics of the server.']
    // Before the first scrape, the server was missing.
    if (!(await becomes(async () => (await firing(url)).length === 0)))
      return (await firing(url)).map((alert) => `${alert} fires for a server without a problem.`)
    serving.child.kill('SIGKILL')
    const hasFired = await becomes(async () => (await firing(url)).includes('TransferLinkDown'))
    return hasFired ? [] : ['TransferLinkDown does not fire for a server that was killed.']
  } finally {
    prometheus.kill('SIGTERM')
    await Promise.all([ended, serving.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As deploy/ has it, but with the server's address and token, and everything within seconds. */
function writeConfiguration(folder: string, { token, target }: { token: string; target: string }): void {
  writeFileSync(join(folder, 'token'), token, { mode: 0o600 })
  const configuration = readFileSync(join(deployFolder, 'prometheus.yml'), 'utf8')
    .replaceAll('interval: 15s', 'interval: 1s')
    .replace('scrape_timeout: 10s', 'scrape_timeout: 1s')
    .replace('/etc/prometheus/transfer-link-token', join(folder, 'token'))
    .replace('127.0.0.1:4000', target)
  writeFileSync(join(folder, 'prometheus.yml'), configuration)
  writeFileSync(join(folder, 'alerts.yml'), readFileSync(rulesFile, 'utf8').replace('for: 2m', 'for: 3s'))
}

async function becomes(check: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await pause(250)) {
    if (await check().catch(() => false)) return true
  }
  return false
}

async function query(url: string, text: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(text)}`)
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }
  return data.result[0]?.value[1]
}

async function firing(url: string): Promise<string[]> {
  const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
    data: { alerts: { state: string; labels: { alertname: string } }[] }
  }
  return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
}
