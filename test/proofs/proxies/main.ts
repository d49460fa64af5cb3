// `npm run test:proxies`: runs Caddy and nginx with the configurations in deploy/proxy, in front of a server that returns what it received,
// and of the operator's console.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { readCommandLine } from '../../../scripts/command-line.ts'
import { type ConsoleUpstream, callConsole, startConsoleUpstream } from './console-upstream.ts'
import { type Answer, freePort, requestOver, startUpstream, type Upstream } from './upstream.ts'

readCommandLine(
  'Usage: npm run test:proxies\n\n  Needs caddy, nginx and openssl. A missing program is a failure, not a reason to skip.',
  { options: {} },
)

/** The proxy has two processes, of which one is stopped. */
const requestsBesideStopped = 40

interface Proxy {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Further files that the program logs to. */
  logs: string[]
}

const pathOnly = '/client/broker-connect'
const linkPath = `${pathOnly}?auth_code=secret-of-the-link`

const folder = mkdtempSync(join(tmpdir(), 'transfer-link-proxies-'))
try {
  for (const write of [caddy, nginx]) {
    const port = await freePort()
    const upstream = await startUpstream()
    const console = await startConsoleUpstream(await freePort(), consoleUrl(port))
    try {
      const proxy = await write(port, { servers: [upstream.port, await freePort()], console: console.port })
      await check(proxy, { port, upstream, console })
    } finally {
      upstream.stop()
      await console.close()
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function check(
  { name, command: [program = '', ...words], env = {}, logs }: Proxy,
  { port, upstream, console: behind }: { port: number; upstream: Upstream; console: ConsoleUpstream },
): Promise<void> {
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.on('error', (error) => {
    output += error.message
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const answer = await untilAnswered(port, () => child.exitCode !== null || child.pid === undefined).catch(() => {
      throw new Error(`${name} did not start:\n${output}`)
    })
    assert.equal(answer.headers['x-forwarded-for'], '127.0.0.1', `${name} passes on the caller's X-Forwarded-For`)
    assert.equal(answer.headers['x-forwarded-proto'], 'https', `${name} passes on the caller's X-Forwarded-Proto`)
    const events = await requestOver(port, '/events')
    assert.equal(events.first, 'data: 1\n\n', `${name} holds events back`)
    for (let request = 0; request < requestsBesideStopped; request++)
      await requestOver(port, '/', { method: request % 2 === 0 ? 'GET' : 'POST' })
    await requestOver(port, linkPath)
    await checkConsole(name, consoleUrl(port), behind)
    upstream.stop()
    await requestOver(port, linkPath).catch(() => {})
    const logged = () => [output, ...logs.filter(existsSync).map((file) => readFileSync(file, 'utf8'))].join('\n')
    for (let attempt = 0; attempt < 50 && logged().split(pathOnly).length < 3; attempt++) await pause(100)
    assert.ok(logged().split(pathOnly).length >= 3, `${name} does not log requests:\n${logged()}`)
    assert.ok(!/secret-of-/.test(logged()), `${name} logs a secret:\n${logged()}`)
    console.log(
      `${name.padEnd(6)} https, the caller's address and protocol, events as they come, a stopped process is passed over, the console at its host, no secret in logs`,
    )
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null && child.pid ? child.once('exit', resolve) : resolve(null)))
  }
}

function consoleUrl(port: number): string {
  return `https://console.localhost:${port}`
}

async function checkConsole(name: string, url: string, { code }: ConsoleUpstream): Promise<void> {
  const { status, cookie, text } = await callConsole(url, { path: '/api/sign-in/once', body: { code } })
  assert.equal(status, 200, `${name} does not pass on the Host of the console: ${text}`)
  assert.match(cookie, /^__Host-console-session=[^;]+;.*; Secure/, `${name} changes the cookie of the console`)
  const [session = ''] = cookie.split(';')
  const sessions = await callConsole(url, { path: '/api/operators/sessions?code=secret-of-a-sign-in', cookie: session })
  assert.equal(sessions.status, 200, `${name} does not pass on the cookie of the console: ${sessions.text}`)
  assert.match(sessions.text, /127\.0\.0\.1/, `${name} does not pass on the address of the operator: ${sessions.text}`)
  assert.doesNotMatch(sessions.text, /192\.0\.2\.66/, `${name} passes on the operator's own X-Forwarded-For`)
  const elsewhere = await callConsole(url, { path: '/api/operators/sessions', host: `localhost:${new URL(url).port}` })
  assert.doesNotMatch(
    elsewhere.text,
    /wrongHost|signInRequired/,
    `${name} serves the console at the host of the server`,
  )
}

async function untilAnswered(port: number, hasEnded: () => boolean): Promise<Answer> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (hasEnded()) break
    const answer = await requestOver(port, '/').catch(() => null)
    if (answer !== null) return answer
    await pause(100)
  }
  throw new Error('no answer')
}

/** Of what is behind the proxy. */
interface Ports {
  servers: readonly number[]
  console: number
}

/** The certificate is one of Caddy's own authority, which this machine is not made to trust. */
async function caddy(port: number, { servers, console: behind }: Ports): Promise<Proxy> {
  const config = readFileSync(join(projectRoot, 'deploy/proxy/Caddyfile'), 'utf8')
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, config.replace('{\n', '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n'))
  mkdirSync(join(folder, 'sites'))
  copyFileSync(join(projectRoot, 'deploy/proxy/console.Caddyfile'), join(folder, 'sites/console.Caddyfile'))
  const env = {
    CONSOLE_HOST: consoleUrl(port),
    CONSOLE_SERVER: `127.0.0.1:${behind}`,
    TRANSFER_HOST: `https://localhost:${port}`,
    TRANSFER_SERVER: servers.map((each) => `127.0.0.1:${each}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  return { name: 'Caddy', command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], env, logs: [] }
}

async function nginx(port: number, { servers: [first, second], console: behind }: Ports): Promise<Proxy> {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const made = await runCommand('openssl', [...words, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], {
    quiet: true,
  })
  assert.equal(made.code, 0, made.output)
  const plainPort = await freePort()
  // In the order in which nginx includes the files of a folder.
  const server = ['nginx-console.conf', 'nginx.conf']
    .map((name) => readFileSync(join(projectRoot, 'deploy/proxy', name), 'utf8'))
    .join('\n')
    .replaceAll('/etc/transfer-link/tls/console-', `${folder}/`)
    .replaceAll('/etc/transfer-link/tls', folder)
    .replaceAll('transfer.example', 'localhost')
    .replaceAll('console.example', 'console.localhost')
    .replace('127.0.0.1:4003', `127.0.0.1:${behind}`)
    .replaceAll('/var/log/nginx', folder)
    .replace('127.0.0.1:4000', `127.0.0.1:${first}`)
    .replace('# server 127.0.0.1:4001', `server 127.0.0.1:${second}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/\tlisten \[::\].*\n/g, '')
  mkdirSync(join(folder, 'temporary'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/temporary/${each};`,
  )
  const file = join(folder, 'nginx.conf')
  const main = `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\n`
  writeFileSync(file, `${main}http {\n${paths.join('\n')}\n${server}}\n`)
  const logs = ['', '-error', '-console', '-console-error'].map((name) => join(folder, `transfer-link${name}.log`))
  return { name: 'nginx', command: ['nginx', '-c', file, '-p', folder], logs }
}
