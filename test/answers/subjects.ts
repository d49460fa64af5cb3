import { binance } from '../../server/exchanges/binance.ts'
import { coinbase } from '../../server/exchanges/coinbase.ts'
import { kraken } from '../../server/exchanges/kraken.ts'
import { seededApp } from '../../server/sandbox/exchange/coinbase/oauth-apps.ts'
import { type DialectName, startDialectExchange } from '../support/dialect-exchange.ts'
import type { Subject } from './broken-answers.ts'

const application = { clientId: seededApp.clientId, clientSecret: seededApp.secret }
const subject = (name: DialectName, adapter: Subject['adapter']): Subject => ({
  adapter,
  start: () => startDialectExchange(name, adapter),
})

/** The adapters whose exchanges' wire formats the sandbox speaks. */
export const subjects: Readonly<Record<DialectName, Subject>> = {
  kraken: subject('kraken', kraken),
  binance: subject('binance', binance),
  coinbase: subject('coinbase', (tools, settings) => coinbase(tools, application, settings)),
}
