// The requests that the receiver got, in memory: a restart begins a new list.

const mostRequests = 200

export interface ReceivedRequest {
  /** Numbered from 1. */
  n: number
  at: string
  /** Null for a TLS handshake that the sender broke off: no request followed. */
  request: { url: string; method: string; headers: [string, string][]; body: string } | null
  /** Whether the signature verifies, as a sentence. */
  signature: string
  isGenuine: boolean
  /** The status of the response. */
  status: number | null
}

export interface RequestLog {
  add(request: Omit<ReceivedRequest, 'n' | 'at'>): void
  /** Those with a higher number, oldest first. */
  after(n: number): ReceivedRequest[]
  clear(): void
}

export function createRequestLog(now: () => number): RequestLog {
  let requests: ReceivedRequest[] = []
  let last = 0
  return {
    add: (request) => {
      last += 1
      requests = [...requests, { n: last, at: new Date(now()).toISOString(), ...request }].slice(-mostRequests)
    },
    after: (n) => requests.filter((request) => request.n > n),
    clear: () => {
      requests = []
    },
  }
}
