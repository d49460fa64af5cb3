// Counts of a run, and their table.
import type { FuzzRequest } from './requests.ts'

interface Breach {
  sentence: string
  times: number
  /** The first request that showed it. */
  n: number
  example: string
}

export interface Tally {
  done: number
  breaches: Map<string, Breach>
  /** Slower than a second, but not when repeated. */
  hiccups: number
  count(request: FuzzRequest, status: number, ms: number): void
  breach(n: number, request: FuzzRequest, sentence: string): void
  table(): string
}

const stepMs = 0.1
const shownSlowest = 5

export function newTally(): Tally {
  const byKind = new Map<string, Map<number, number>>()
  const byOperation = new Map<string, { sent: number; ok: number }>()
  const histogram = new Uint32Array(20_001)
  let slowest: { ms: number; text: string }[] = []
  const quantile = (share: number, total: number) => {
    let left = total * share
    const step = histogram.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return (step * stepMs).toFixed(1)
  }
  const reached = () =>
    [...byOperation]
      .filter(([id]) => id !== '')
      .map(([id, { sent, ok }]) => `${id} ${ok} of ${sent}`)
      .sort()
      .join(', ')
  const tally: Tally = {
    done: 0,
    hiccups: 0,
    breaches: new Map(),
    count({ kind, method, target, operationId }, status, ms) {
      tally.done++
      const statuses = byKind.get(kind) ?? new Map<number, number>()
      byKind.set(kind, statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const operation = byOperation.get(operationId) ?? { sent: 0, ok: 0 }
      byOperation.set(operationId, operation)
      operation.sent++
      if (status >= 200 && status < 300) operation.ok++
      const step = Math.min(histogram.length - 1, Math.floor(ms / stepMs))
      histogram[step] = (histogram[step] ?? 0) + 1
      if (slowest.length < shownSlowest || ms > (slowest.at(-1)?.ms ?? 0)) {
        const text = `${method} ${target.slice(0, 60).replace(/\?.*/, '?…')}, ${kind}, ${status}`
        slowest = [...slowest, { ms, text }].sort((a, b) => b.ms - a.ms).slice(0, shownSlowest)
      }
    },
    breach(n, request, sentence) {
      const like = `${request.method} ${request.operationId} ${sentence.slice(0, 300).replace(/[\d"'].*/s, '')}${sentence.length}`
      const known = tally.breaches.get(like)
      if (known) known.times++
      else tally.breaches.set(like, { sentence, times: 1, n, example: exampleOf(request) })
    },
    table() {
      const rows = [...byKind].map(([kind, statuses]) => {
        const sorted = [...statuses].sort(([a], [b]) => a - b)
        const total = sorted.reduce((sum, [, count]) => sum + count, 0)
        return `| ${kind} | ${total} | ${sorted.map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')} |`
      })
      return [
        '| requests | number | responses by status |',
        '|---|---:|---|',
        ...rows.sort(),
        '',
        `Returned 2xx: ${reached()}.`,
        '',
        `Responses within ${quantile(0.5, tally.done)} ms (median), ${quantile(0.99, tally.done)} ms (99 %); the slowest:`,
        '',
        ...slowest.map(({ ms, text }) => `- ${ms.toFixed(0)} ms: ${text}`),
      ].join('\n')
    },
  }
  return tally
}

function exampleOf({ bytes }: FuzzRequest): string {
  const text = bytes.toString('latin1').replace(/(.)\1{40,}/gs, (run, letter) => `${letter}…(${run.length} times)`)
  return text.length > 600 ? `${text.slice(0, 600)}… (${bytes.length} bytes)` : text
}
