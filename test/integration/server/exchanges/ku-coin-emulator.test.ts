import { describe } from 'node:test'
import { kuCoin } from '../../../../server/exchanges/ku-coin.ts'
import { startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startEmulatorExchange('kuCoin', kuCoin)
describe('KuCoin', () => exchangeSuite(start))
describe('KuCoin, by a key', () => keySuite(start))
