// The body of a successful response.

import { json, type RouteResponse } from '../../http.ts'

export function data(list: unknown[]): RouteResponse {
  return json({ code: '0', msg: '', data: list })
}
