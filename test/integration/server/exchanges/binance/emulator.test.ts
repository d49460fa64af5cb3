import { describe } from 'node:test'
import { binance } from '../../../../../server/exchanges/binance/binance.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'

describe('Binance', () => exchangeSuite(() => startEmulatorExchange('binance', binance)))
