import { describe } from 'node:test'
import { gateIo } from '../../../../server/exchanges/gate-io.ts'
import { startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startEmulatorExchange('gateIo', gateIo)
describe('Gate', () => exchangeSuite(start))
describe('Gate, by a key', () => keySuite(start))
