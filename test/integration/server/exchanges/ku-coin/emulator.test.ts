import { kuCoin } from '../../../../../server/exchanges/ku-coin/ku-coin.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { keySuite } from '../../../../support/key-suite.ts'
import { proofSuite } from '../../../../support/length.ts'

const start = () => startEmulatorExchange('kuCoin', kuCoin)
proofSuite('KuCoin', () => exchangeSuite(start))
proofSuite('KuCoin, by a key', () => keySuite(start))
