// Requests to nodes, with their outcome and duration for the metrics. The URL of a node may contain a key: it is not reported.

export type NodeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface NodeRequest {
  outcome: 'ok' | 'status' | 'timeout' | 'unreachable'
  seconds: number
}

/** The duration ends with the head of the response. A response with another status than 2xx is `status`. */
export function observedFetch(onRequest: (request: NodeRequest) => void): NodeFetch {
  return async (input, init) => {
    const startedAt = performance.now()
    const ended = (outcome: NodeRequest['outcome']) =>
      onRequest({ outcome, seconds: (performance.now() - startedAt) / 1_000 })
    try {
      const response = await fetch(input, init)
      ended(response.ok ? 'ok' : 'status')
      return response
    } catch (error) {
      ended(isTimeout(error) ? 'timeout' : 'unreachable')
      throw error
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
