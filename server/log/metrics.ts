// Counters and histograms in Prometheus' text format. Labels are fixed names (route patterns, exchange types, states), never input
// of a caller: they contain no secret, and their number is bounded.

export interface Counter {
  add(...labels: string[]): void
}

interface Histogram {
  observe(seconds: number, ...labels: string[]): void
}

export interface Gauge {
  name: string
  help: string
  labels: readonly string[]
  values: readonly (readonly [labels: readonly string[], value: number])[]
}

export interface Metrics {
  requests: Counter
  requestSeconds: Histogram
  exchangeCalls: Counter
  /** Includes the current gauges. */
  text(gauges: readonly Gauge[]): string
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function newMetrics(): Metrics {
  const requests = counter('transfer_link_requests_total', 'HTTP requests.', ['method', 'route', 'status'])
  const requestSeconds = histogram('transfer_link_request_seconds', 'Time to the response.', ['route'])
  const exchangeCalls = counter('transfer_link_exchange_calls_total', 'Calls to exchanges, by outcome.', [
    'exchange',
    'call',
    'outcome',
  ])
  const all = [requests, requestSeconds, exchangeCalls]
  return {
    requests,
    requestSeconds,
    exchangeCalls,
    text: (gauges) => [...all.flatMap(({ lines }) => lines()), ...gauges.flatMap(gaugeLines), ''].join('\n'),
  }
}

interface Written {
  lines(): string[]
}

function counter(name: string, help: string, labels: readonly string[]): Counter & Written {
  const values = new Map<string, number>()
  return {
    add(...given) {
      const key = given.join('\0')
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    lines: () => [
      ...head(name, help, 'counter'),
      ...[...values].map(([key, value]) => `${name}{${labelText(labels, key.split('\0'))}} ${value}`),
    ],
  }
}

function histogram(name: string, help: string, labels: readonly string[]): Histogram & Written {
  const series = new Map<string, { counts: number[]; sum: number; count: number }>()
  return {
    observe(seconds, ...given) {
      const key = given.join('\0')
      let one = series.get(key)
      if (one === undefined) {
        one = { counts: bounds.map(() => 0), sum: 0, count: 0 }
        series.set(key, one)
      }
      one.sum += seconds
      one.count += 1
      for (let index = bounds.length - 1; index >= 0 && seconds <= (bounds[index] ?? 0); index--) {
        one.counts[index] = (one.counts[index] ?? 0) + 1
      }
    },
    lines: () => [
      ...head(name, help, 'histogram'),
      ...[...series].flatMap(([key, { counts, sum, count }]) => {
        const text = labelText(labels, key.split('\0'))
        return [
          ...bounds.map((bound, index) => `${name}_bucket{${text},le="${bound}"} ${counts[index]}`),
          `${name}_bucket{${text},le="+Inf"} ${count}`,
          `${name}_sum{${text}} ${sum}`,
          `${name}_count{${text}} ${count}`,
        ]
      }),
    ],
  }
}

function gaugeLines({ name, help, labels, values }: Gauge): string[] {
  const line = ([given, value]: readonly [readonly string[], number]) =>
    given.length === 0 ? `${name} ${value}` : `${name}{${labelText(labels, given)}} ${value}`
  return [...head(name, help, 'gauge'), ...values.map(line)]
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelText(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',')
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
