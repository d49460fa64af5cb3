import { describe } from 'node:test'
import { bybit } from '../../../../server/exchanges/bybit.ts'
import { startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startEmulatorExchange('bybit', bybit)
describe('Bybit', () => exchangeSuite(start))
describe('Bybit, by a key', () => keySuite(start))
