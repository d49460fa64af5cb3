// The default limits of all exchanges, by type. A new adapter adds one line.

import { binanceLimits } from './binance/limits.ts'
import { bitgetLimits } from './bitget/limits.ts'
import { bybitLimits } from './bybit/limits.ts'
import { coinbaseLimits } from './coinbase/limits.ts'
import { gateIoLimits } from './gate-io/limits.ts'
import type { DefaultLimit } from './kit/limits.ts'
import { krakenLimits } from './kraken/limits.ts'
import { kuCoinLimits } from './ku-coin/limits.ts'
import { okxLimits } from './okx/limits.ts'
import { sandboxLimits } from './sandbox/limits.ts'

export const defaultLimits: Readonly<Record<string, Readonly<Record<string, DefaultLimit>>>> = {
  sandbox: sandboxLimits,
  sandboxBroker: sandboxLimits,
  coinbase: coinbaseLimits,
  kraken: krakenLimits,
  binanceInternational: binanceLimits,
  okx: okxLimits,
  bybit: bybitLimits,
  kuCoin: kuCoinLimits,
  gateIo: gateIoLimits,
  bitget: bitgetLimits,
}
