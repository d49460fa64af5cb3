import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { keySuite } from '../../../../support/key-suite.ts'
import { proofSuite } from '../../../../support/length.ts'

const start = () => startEmulatorExchange('bybit', bybit)
proofSuite('Bybit', () => exchangeSuite(start))
proofSuite('Bybit, by a key', () => keySuite(start))
