// The body of a successful response.

import { type Answer, json } from '../../http.ts'

export function data(list: unknown[]): Answer {
  return json({ code: '0', msg: '', data: list })
}
