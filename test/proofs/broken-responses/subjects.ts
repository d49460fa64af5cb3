import { bitgetUnifiedWire, bitgetWire } from '../../../sandbox/exchange/emulators/bitget/bitget.ts'
import { bybitWire } from '../../../sandbox/exchange/emulators/bybit/bybit.ts'
import { seededApp } from '../../../sandbox/exchange/emulators/coinbase/oauth-apps.ts'
import { gateIoWire } from '../../../sandbox/exchange/emulators/gate-io/gate-io.ts'
import { kuCoinWire } from '../../../sandbox/exchange/emulators/ku-coin/ku-coin.ts'
import { okxWire } from '../../../sandbox/exchange/emulators/okx/okx.ts'
import type { WireFormat } from '../../../sandbox/exchange/emulators/wire-format.ts'
import { binance } from '../../../server/exchanges/binance.ts'
import { bitget } from '../../../server/exchanges/bitget.ts'
import { bybit } from '../../../server/exchanges/bybit.ts'
import { coinbase } from '../../../server/exchanges/coinbase.ts'
import { gateIo } from '../../../server/exchanges/gate-io.ts'
import { kraken } from '../../../server/exchanges/kraken.ts'
import { kuCoin } from '../../../server/exchanges/ku-coin.ts'
import { okx } from '../../../server/exchanges/okx.ts'
import { type EmulatorName, startEmulatorExchange } from '../../support/emulator-exchange.ts'
import { sandboxBrand, startSandboxBrand } from '../../support/sandbox-brand.ts'
import { startWireExchange } from '../../support/wire-exchange.ts'
import type { Subject } from './break-responses.ts'

const application = { clientId: seededApp.clientId, clientSecret: seededApp.secret }
/** Where the sandbox speaks the exchange's wire format. */
const emulator = (name: EmulatorName, adapter: Subject['adapter']): Subject => ({
  adapter,
  start: () => startEmulatorExchange(name, adapter),
})
const wire = (format: WireFormat, adapter: Subject['adapter']): Subject => ({
  adapter,
  start: () => startWireExchange(format, adapter),
})

/** Every adapter of a real exchange. */
export const subjects: Readonly<Record<string, Subject>> = {
  kraken: emulator('kraken', kraken),
  binance: emulator('binance', binance),
  coinbase: emulator('coinbase', (tools, settings) => coinbase(tools, application, settings)),
  okx: wire(okxWire, okx),
  bybit: wire(bybitWire, bybit),
  kuCoin: wire(kuCoinWire, kuCoin),
  gateIo: wire(gateIoWire, gateIo),
  bitget: wire(bitgetWire, bitget),
  bitgetUnified: wire(bitgetUnifiedWire, bitget),
}

/** With the sandbox's own brand, whose exchange has other faults. */
export const answeringSubjects: Readonly<Record<string, Subject>> = {
  ...subjects,
  sandbox: { adapter: (_tools, { baseUrl = '' }) => sandboxBrand(baseUrl), start: startSandboxBrand },
}
