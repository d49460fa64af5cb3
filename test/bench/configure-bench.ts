// Wall time of configure if every call to the exchange takes 200 ms and no market data is cached: balances and prices must be
// requested in parallel. The adapter calls the sandbox exchange through a proxy that delays each response.
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exchangeRegistry } from '../../server/exchanges/registry.ts'
import { cachedPrices } from '../../server/prices/prices.ts'
import { endShared } from '../support/end-of-process.ts'
import { signIn, toBase } from '../support/native-flow.ts'
import { type Requests, startTestServer } from '../support/test-server.ts'
import { median } from './sample.ts'

interface ConfigureFigures {
  configureMs: number
  slowestCallMs: number
  callsEach: number
  ratio: number
}

const times = 15
const waitMs = 200

export async function benchConfigure(): Promise<ConfigureFigures> {
  const server = await startTestServer()
  const proxy = await startWaitingProxy(server.exchangeUrl)
  try {
    const token = await signIn(server, 'user_good')
    const exchanges = exchangeRegistry({ sandboxUrl: proxy.url })
    const body = { FromAuthToken: token, FromType: 'sandbox', ToAddresses: [toBase] }
    const withoutPrices = () => server.over({ exchanges, prices: cachedPrices(() => new Date()) })
    const configure = (slow: Requests) => slow.post('/api/v1/transfers/managed/configure', body)
    await configure(withoutPrices())
    const found: { configureMs: number; slowestCallMs: number; calls: number }[] = []
    for (let time = 0; time < times; time++) {
      proxy.calls.length = 0
      const slow = withoutPrices()
      const started = performance.now()
      const response = await configure(slow)
      const configureMs = performance.now() - started
      if (response.status !== 200) throw new Error(`configure returned ${response.text}`)
      found.push({ configureMs, slowestCallMs: Math.max(...proxy.calls), calls: proxy.calls.length })
    }
    return {
      configureMs: median(found.map(({ configureMs }) => configureMs)),
      slowestCallMs: median(found.map(({ slowestCallMs }) => slowestCallMs)),
      callsEach: median(found.map(({ calls }) => calls)),
      ratio: median(found.map(({ configureMs, slowestCallMs }) => configureMs / slowestCallMs)),
    }
  } finally {
    await proxy.close()
    await server.stop()
    await endShared()
  }
}

async function startWaitingProxy(target: string) {
  const calls: number[] = []
  const server = createServer((incoming, outgoing) => {
    const started = performance.now()
    outgoing.on('finish', () => calls.push(performance.now() - started))
    setTimeout(() => {
      const { method, headers } = incoming
      const forward = httpRequest(new URL(incoming.url ?? '/', target), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      forward.on('error', () => outgoing.destroy())
      incoming.pipe(forward)
    }, waitMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
