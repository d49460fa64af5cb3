import type { Route } from '../exchange.ts'

/** A route with the exchange's name of its chain. */
export interface NamedRoute {
  route: Route
  chain: string
}
