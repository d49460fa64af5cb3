import { gateIo } from '../../../../../server/exchanges/gate-io/gate-io.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { keySuite } from '../../../../support/key-suite.ts'
import { proofSuite } from '../../../../support/length.ts'

const start = () => startEmulatorExchange('gateIo', gateIo)
proofSuite('Gate', () => exchangeSuite(start))
proofSuite('Gate, by a key', () => keySuite(start))
