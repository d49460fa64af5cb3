import type { RouteDeps } from '../route-deps.ts'

/** A sandbox network without a local chain: its transfers settle in the exchange's own book, and the page says so. */
export function isSimulated({ environment, chains }: Pick<RouteDeps, 'environment' | 'chains'>, key: string): boolean {
  return environment === 'sandbox' && !chains.has(key)
}
