// Sends one request to the API. An error response throws an Error with its message.

export const api = process.env.API_URL ?? `http://localhost:${process.env.PORT || 4000}`

interface CallOptions {
  headers?: Record<string, string>
  /** Text is sent unchanged, so that every digit of an amount is sent. */
  body?: object | string
}

export async function call<Result>(method: 'GET' | 'POST', path: string, { headers, body }: CallOptions) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(api + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  }).catch(() => {
    console.error(`There is no server at ${api}. Start it with "npm start", or set PORT or API_URL.`)
    process.exit(1)
  })
  const result = (await response.json()) as Result & { message?: string; ErrorMessage?: string | null }
  const problem = result.ErrorMessage || result.message
  if (!response.ok || problem) throw new Error(`${method} ${path} returned ${response.status}: ${problem}`)
  return result
}
