import { describe } from 'node:test'
import { gateIoWire } from '../../../../sandbox/exchange/emulators/gate-io/gate-io.ts'
import { gateIo } from '../../../../server/exchanges/gate-io.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'
import { startWireExchange } from '../../../support/wire-exchange.ts'

const start = () => startWireExchange(gateIoWire, gateIo)
describe('Gate', () => exchangeSuite(start))
describe('Gate, by a key', () => keySuite(start))
