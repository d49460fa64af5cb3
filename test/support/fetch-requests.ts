// HTTP requests of the tests to a server in another process.
import type { ApiResponse, Requests } from './test-server.ts'

/** `own`: the headers of the client whose backend this is. */
export function requestsTo(port: number, own: Record<string, string>): Requests {
  const request: Requests['request'] = async (method, path, headers, body): Promise<ApiResponse> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }
  return {
    request,
    post: (path, body, headers = own) => request('POST', path, headers, body),
    get: (path, headers = own) => request('GET', path, headers),
    inSession: (token, method, path, body) => request(method, path, { Authorization: `Bearer ${token}` }, body),
  }
}
