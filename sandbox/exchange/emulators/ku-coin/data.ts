// The body of a successful response.

import { json, type RouteResponse } from '../../http.ts'

export function data(value: unknown): RouteResponse {
  return json({ code: '200000', data: value })
}
