// The console API: faults, held withdrawals, and the records that prove a single payment.

import { findAsset } from './assets.ts'
import type { Exchange } from './exchange-context.ts'
import { json, type Route, route } from './http.ts'
import type { AssetSums } from './ledger.ts'
import { formatUnits } from './units.ts'
import { withdrawalOnTheWire } from './withdrawals.ts'

interface RequestRow {
  at: number
  account_id: string
  login: string
  body: string
  answer: string
}

export function consoleRoutes(exchange: Exchange): Route[] {
  const { database, faults, ledger, settlement, withdrawals, wallet } = exchange
  const readRequests = database.prepare<[], RequestRow>('select * from withdrawal_request order by seq')
  return [
    route('GET /console/state', () =>
      json({
        faults: faults.state(),
        hotWallet: wallet.address,
        ledger: { problems: ledger.check(), sums: ledger.sums().map(sumsOnTheWire) },
        held: withdrawals.held().map(withdrawalOnTheWire),
      }),
    ),
    route('PUT /console/faults', ({ body }) => {
      faults.set(body)
      return json({ faults: faults.state() })
    }),
    route('GET /console/withdrawals', () =>
      json({
        withdrawals: withdrawals.all().map((row) => ({ accountId: row.account_id, ...withdrawalOnTheWire(row) })),
      }),
    ),
    route('POST /console/withdrawals/:id/release', ({ params }) => {
      const id = params.id ?? ''
      withdrawals.release(id)
      settlement.wake()
      const row = withdrawals.find(id)
      return json({ withdrawal: row === undefined ? null : withdrawalOnTheWire(row) })
    }),
    route('GET /console/requests', () =>
      json({
        requests: readRequests.all().map((row) => ({
          at: new Date(row.at).toISOString(),
          login: row.login,
          accountId: row.account_id,
          body: JSON.parse(row.body) as unknown,
          answer: row.answer,
        })),
      }),
    ),
  ]
}

export function sumsOnTheWire({ asset, ...sums }: AssetSums): Record<string, string> {
  const decimals = findAsset(asset)?.decimals ?? 0
  const texts = Object.entries(sums).map(([pot, units]) => [pot, formatUnits(units, decimals)])
  return { asset, ...Object.fromEntries(texts) }
}
