// Serves a hosted page and scans it. main.ts starts this process with the certificate trusted.
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from '../../../scripts/build/build-stale.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { createApp } from '../../../server/app.ts'
import { hostedFiles } from '../../../server/routes/hosted-files.ts'
import { endShared } from '../../support/end-of-process.ts'
import { startTestServer } from '../../support/test-server.ts'

interface Scanned {
  scan: { grade: string; score: number }
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>
}

const folder = process.env.OBSERVATORY_FOLDER ?? ''
await buildStale(projectRoot, console.log)
const server = await startTestServer()
const hosted = hostedFiles(join(projectRoot, 'server/dist'))
const app = createApp({ ...server.deps, publicUrl: 'https://localhost', hosted })

const headers = { ...(await server.newClient(['https://shop.example/'])), 'Content-Type': 'application/json' }
const made = await app.request('/api/v1/cataloglink?userId=user-1', { method: 'POST', headers, body: '{}' })
const { content } = (await made.json()) as { content: { iFrameUrl: string } }
const page = new URL(content.iFrameUrl)

const files = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'certificate.pem')) }
const secure = createServer(files, async ({ url = '/', method = 'GET' }, response) => {
  const served = await app.request(url === '/' ? page.pathname + page.search : url, { method })
  response.writeHead(served.status, Object.fromEntries(served.headers))
  response.end(Buffer.from(await served.arrayBuffer()))
})
const plain = createPlainServer(({ url = '/' }, response) => {
  response.writeHead(301, { Location: `https://localhost${url}` }).end()
})
const listen = (each: Server | typeof secure, port: number) =>
  new Promise<void>((resolve, reject) => each.once('error', reject).listen(port, 'localhost', resolve))
await listen(secure, 443)
await listen(plain, 80)

const path = join(folder, 'node_modules/@mdn/mdn-http-observatory/src/scanner/index.js')
const { scan } = (await import(pathToFileURL(path).href)) as { scan(host: string): Promise<Scanned> }
const { scan: found, tests } = await scan('localhost')
console.log('| test | | points |\n|---|---|---|')
for (const [name, { pass, result, scoreModifier }] of Object.entries(tests))
  console.log(`| ${name} | ${pass ? result : `FAILED: ${result}`} | ${scoreModifier} |`)
console.log(`\nThe hosted page: ${found.grade}, ${found.score} points.`)

for (const each of [secure, plain]) {
  each.close()
  each.closeAllConnections()
}
await server.stop()
await endShared()
process.exitCode = found.grade === 'A+' ? 0 : 1
