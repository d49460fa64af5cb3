import { describe } from 'node:test'
import { gateIo } from '../../../../server/exchanges/gate-io.ts'
import { gateIoWire } from '../../../emulators/gate-io.ts'
import { startWireExchange } from '../../../emulators/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startWireExchange(gateIoWire, gateIo)
describe('Gate', () => exchangeSuite(start))
describe('Gate, by a key', () => keySuite(start))
