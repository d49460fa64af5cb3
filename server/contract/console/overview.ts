import * as z from 'zod'

export const overviewPeriods = ['day', 'week', 'month'] as const
export type OverviewPeriod = (typeof overviewPeriods)[number]

/** GET /api/overview. `day`: the last 24 hours by the hour. `week` and `month`: 7 and 30 UTC days. Today and this hour included. */
export const overviewQuery = z.object({ period: z.enum(overviewPeriods, 'must be day, week or month').default('day') })

export interface OverviewTotals {
  succeeded: number
  failed: number
  /** US dollars that arrived, as a decimal. */
  fiat: string
  /** Transfers that arrived and had no price. `fiat` does not contain them. */
  withoutPrice: number
  /** Seconds within which half, and 95 %, of those that succeeded had arrived. `beyond`: longer than a day. Null without any. */
  half: number | 'beyond' | null
  most: number | 'beyond' | null
}

export interface OverviewGroup extends OverviewTotals {
  /** The type of the exchange or wallet, or the key of the network. */
  key: string
  name: string
}

export interface Overview {
  period: OverviewPeriod
  since: string
  until: string
  totals: OverviewTotals
  /** The period of the same length before it. */
  before: OverviewTotals
  /** Oldest first, without gaps. */
  series: { at: string; succeeded: number; failed: number; fiat: string }[]
  exchanges: OverviewGroup[]
  networks: OverviewGroup[]
  /** What arrived, by asset. */
  assets: { symbol: string; transfers: number; amount: string; fiat: string; withoutPrice: number }[]
  /** Most frequent first. */
  failures: { errorType: string; transfers: number; exchanges: string[] }[]
  /** Ended transfers that are not counted yet. At most 1,000 are counted here. */
  notCounted: number
}
