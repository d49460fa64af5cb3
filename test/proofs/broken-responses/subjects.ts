import { seededApp } from '../../../sandbox/exchange/emulators/coinbase/oauth-apps.ts'
import { binance } from '../../../server/exchanges/binance/binance.ts'
import { bitget } from '../../../server/exchanges/bitget/bitget.ts'
import { bybit } from '../../../server/exchanges/bybit/bybit.ts'
import { coinbase } from '../../../server/exchanges/coinbase/coinbase.ts'
import { gateIo } from '../../../server/exchanges/gate-io/gate-io.ts'
import { kraken } from '../../../server/exchanges/kraken/kraken.ts'
import { kuCoin } from '../../../server/exchanges/ku-coin/ku-coin.ts'
import { okx } from '../../../server/exchanges/okx/okx.ts'
import { startEmulatorExchange } from '../../support/emulator-exchange.ts'
import { sandboxBrand, startSandboxBrand } from '../../support/sandbox-brand.ts'
import type { Subject } from './break-responses.ts'

const application = { clientId: seededApp.clientId, clientSecret: seededApp.secret }
const emulator = (name: string, adapter: Subject['adapter'], changesOfKeys = {}): Subject => ({
  adapter,
  start: () => startEmulatorExchange(name, adapter, changesOfKeys),
})

/** Every adapter of a real exchange. */
export const subjects: Readonly<Record<string, Subject>> = {
  kraken: emulator('kraken', kraken),
  binance: emulator('binance', binance),
  coinbase: emulator('coinbase', (tools, settings) => coinbase(tools, application, settings)),
  okx: emulator('okx', okx),
  bybit: emulator('bybit', bybit),
  kuCoin: emulator('kuCoin', kuCoin),
  gateIo: emulator('gateIo', gateIo),
  bitget: emulator('bitget', bitget),
  bitgetUnified: emulator('bitget', bitget, { isUnified: true }),
}

/** With Sandbox Exchange, whose emulator has other faults. */
export const subjectsWithSandbox: Readonly<Record<string, Subject>> = {
  ...subjects,
  sandbox: { adapter: (_tools, { baseUrl = '' }) => sandboxBrand(baseUrl), start: startSandboxBrand },
}
