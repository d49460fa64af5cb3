import { okx } from '../../../../../server/exchanges/okx/okx.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { keySuite } from '../../../../support/key-suite.ts'
import { proofSuite } from '../../../../support/length.ts'

const start = () => startEmulatorExchange('okx', okx)
proofSuite('OKX', () => exchangeSuite(start))
proofSuite('OKX, by a key', () => keySuite(start))
