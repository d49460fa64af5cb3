// The metrics that one process counts. Gauges are read when /metrics is requested.

import { age, type Counter, counter, type Gauge, gaugeLines, type Histogram, histogram } from './metric-types.ts'
import { type RecentCalls, recentCalls } from './recent-calls.ts'

export interface ExchangeCall {
  exchange: string
  call: string
  outcome: string
  seconds: number
}

export interface NodeRequest {
  /** The key of its network. */
  network: string
  outcome: string
  seconds: number
}

export interface Metrics {
  requests: Counter
  requestSeconds: Histogram
  countExchangeCall(call: ExchangeCall): void
  countNodeRequest(request: NodeRequest): void
  /** By `exchange:` and its type, or `node:` and the key of its network. */
  recent: RecentCalls
  polls: {
    /** `seconds`: how late a poll of a lane starts. */
    observeDelay(seconds: number, lane: string): void
    /** A pass over the due transfers has ended. */
    passEnded(): void
  }
  /** By outcome. */
  webhookRequestSeconds: Histogram
  databaseWaitSeconds: Histogram
  /** The longest delay of each second. */
  eventLoopDelaySeconds: Histogram
  /** Includes the current gauges. */
  text(gauges: readonly Gauge[]): string
}

/** Outcomes by which an exchange fails. The others are responses to its user, for example a wrong password. */
const exchangeErrors = new Set(['unreachable', 'timeout', 'unavailable', 'rateLimited', 'defect', 'down', 'ambiguous'])
const responseBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const delayBounds = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600]
const waitBounds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function newMetrics(): Metrics {
  const requests = counter({
    name: 'transfer_link_requests_total',
    help: 'HTTP requests. The error is the errorType of a 5xx response.',
    labels: ['method', 'route', 'status', 'error'],
  })
  const exchangeCalls = counter({
    name: 'transfer_link_exchange_calls_total',
    help: 'Calls to exchanges, by outcome.',
    labels: ['exchange', 'call', 'outcome'],
  })
  const { exchangeCallSeconds, nodeRequestSeconds, pollDelaySeconds, ...histograms } = newHistograms()
  const recent = recentCalls()
  const pollPassAge = age(
    'transfer_link_poll_pass_age_seconds',
    'Time since the last pass over the due transfers has ended.',
  )
  const counted = [requests, exchangeCalls, exchangeCallSeconds, nodeRequestSeconds, pollDelaySeconds, pollPassAge]
  const all = [...counted, ...Object.values(histograms)]
  return {
    requests,
    ...histograms,
    recent,
    polls: { observeDelay: pollDelaySeconds.observe, passEnded: pollPassAge.restart },
    countExchangeCall({ exchange, call, outcome, seconds }) {
      exchangeCalls.add(exchange, call, outcome)
      exchangeCallSeconds.observe(seconds, exchange, call, outcome)
      // While a circuit is open, calls fail before anything is sent.
      const sentSeconds = outcome === 'unavailable' ? null : seconds
      recent.add(`exchange:${exchange}`, { isError: exchangeErrors.has(outcome), seconds: sentSeconds })
    },
    countNodeRequest({ network, outcome, seconds }) {
      nodeRequestSeconds.observe(seconds, network, outcome)
      recent.add(`node:${network}`, { isError: outcome !== 'ok', seconds })
    },
    text: (gauges) => [...all.flatMap(({ lines }) => lines()), ...gauges.flatMap(gaugeLines), ''].join('\n'),
  }
}

function newHistograms() {
  const of = (name: string, { help, labels }: { help: string; labels: string[] }, bounds: readonly number[]) =>
    histogram({ name: `transfer_link_${name}_seconds`, help, labels }, bounds)
  return {
    requestSeconds: of('request', { help: 'Time to the response.', labels: ['route'] }, responseBounds),
    exchangeCallSeconds: of(
      'exchange_call',
      { help: 'Duration of calls to exchanges.', labels: ['exchange', 'call', 'outcome'] },
      responseBounds,
    ),
    nodeRequestSeconds: of(
      'node_request',
      { help: 'Time to the response of requests to the nodes of networks.', labels: ['network', 'outcome'] },
      responseBounds,
    ),
    pollDelaySeconds: of(
      'poll_delay',
      { help: 'Time from when a poll is due until it starts.', labels: ['lane'] },
      delayBounds,
    ),
    webhookRequestSeconds: of(
      'webhook_request',
      { help: 'Duration of webhook requests.', labels: ['outcome'] },
      responseBounds,
    ),
    databaseWaitSeconds: of('database_wait', { help: 'Time until a transaction begins.', labels: [] }, waitBounds),
    eventLoopDelaySeconds: of(
      'event_loop_delay',
      { help: 'The longest delay of the event loop in each second.', labels: [] },
      responseBounds,
    ),
  }
}
