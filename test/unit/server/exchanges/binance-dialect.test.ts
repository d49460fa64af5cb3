import { describe } from 'node:test'
import { binance } from '../../../../server/exchanges/binance.ts'
import { startDialectExchange } from '../../../support/dialect-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('Binance', () => exchangeSuite(() => startDialectExchange('binance', binance)))
