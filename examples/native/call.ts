// One call to the service. A refusal becomes an error with the sentence that the service gave.

export const api = process.env.API_URL ?? `http://localhost:${process.env.PORT || 4000}`

/** `body` as text goes out as it is, so that an amount keeps its digits. */
export async function call<Answer>(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | string,
) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(api + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  }).catch(() => {
    console.error(`There is no server at ${api}. Start it with "npm start", or set PORT or API_URL to where it runs.`)
    process.exit(1)
  })
  const answer = (await response.json()) as Answer & { message?: string; ErrorMessage?: string | null }
  const problem = answer.ErrorMessage || answer.message
  if (!response.ok || problem) throw new Error(`${method} ${path} answered ${response.status}: ${problem}`)
  return answer
}
