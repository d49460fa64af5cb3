// Counters, histograms and gauges in Prometheus' text format. Labels are fixed names (route patterns, exchange types, states), never
// input of a caller: they contain no secret, and their number is bounded.

export interface Written {
  lines(): string[]
}

export interface Counter {
  add(...labels: string[]): void
}

export interface Histogram {
  observe(seconds: number, ...labels: string[]): void
}

/** The time since something last happened. */
export interface Age {
  restart(): void
}

export interface Gauge {
  name: string
  help: string
  labels: readonly string[]
  values: readonly (readonly [labels: readonly string[], value: number])[]
}

interface Description {
  name: string
  help: string
  labels: readonly string[]
}

export function counter({ name, help, labels }: Description): Counter & Written {
  const values = new Map<string, number>()
  return {
    add(...given) {
      const key = given.join('\0')
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    lines: () => [
      ...head(name, help, 'counter'),
      ...[...values].map(([key, value]) => `${name}${labelText(labels, key.split('\0'))} ${value}`),
    ],
  }
}

interface Series {
  counts: number[]
  sum: number
  count: number
}

/** `bounds` are upper bounds of the buckets, in seconds. Without labels, there is a series before the first value. */
export function histogram({ name, help, labels }: Description, bounds: readonly number[]): Histogram & Written {
  const all = new Map<string, Series>()
  const seriesOf = (key: string) => {
    const found = all.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
    all.set(key, found)
    return found
  }
  if (labels.length === 0) seriesOf('')
  return {
    observe(seconds, ...given) {
      const series = seriesOf(given.join('\0'))
      series.sum += seconds
      series.count += 1
      for (let index = bounds.length - 1; index >= 0 && seconds <= (bounds[index] ?? 0); index--) {
        series.counts[index] = (series.counts[index] ?? 0) + 1
      }
    },
    lines: () => [
      ...head(name, help, 'histogram'),
      ...[...all].flatMap(([key, { counts, sum, count }]) => {
        const values = labels.length === 0 ? [] : key.split('\0')
        const bucket = (bound: string) => `${name}_bucket${labelText([...labels, 'le'], [...values, bound])}`
        return [
          ...bounds.map((bound, index) => `${bucket(`${bound}`)} ${counts[index]}`),
          `${bucket('+Inf')} ${count}`,
          `${name}_sum${labelText(labels, values)} ${sum}`,
          `${name}_count${labelText(labels, values)} ${count}`,
        ]
      }),
    ],
  }
}

/** Without a value until it is started. The clock of the system may change meanwhile. */
export function age(name: string, help: string): Age & Written {
  let startedAt: number | null = null
  return {
    restart() {
      startedAt = performance.now()
    },
    lines: () => gaugeLines(single(name, help, startedAt === null ? null : (performance.now() - startedAt) / 1_000)),
  }
}

/** A gauge without labels. Null: without a value. */
export function single(name: string, help: string, value: number | null): Gauge {
  return { name, help, labels: [], values: value === null ? [] : [[[], value]] }
}

export function gaugeLines({ name, help, labels, values }: Gauge): string[] {
  return [
    ...head(name, help, 'gauge'),
    ...values.map(([given, value]) => `${name}${labelText(labels, given)} ${value}`),
  ]
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelText(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return ''
  return `{${names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',')}}`
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
