// The body of a successful response.

import { type Answer, json } from '../../http.ts'

export function data(value: unknown): Answer {
  return json({ code: '200000', data: value })
}
