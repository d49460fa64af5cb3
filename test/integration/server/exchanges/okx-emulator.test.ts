import { describe } from 'node:test'
import { okx } from '../../../../server/exchanges/okx.ts'
import { startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startEmulatorExchange('okx', okx)
describe('OKX', () => exchangeSuite(start))
describe('OKX, by a key', () => keySuite(start))
