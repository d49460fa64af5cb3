import { bitget } from '../../../../../server/exchanges/bitget/bitget.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'
import { keySuite } from '../../../../support/key-suite.ts'
import { proofSuite } from '../../../../support/length.ts'

const start = () => startEmulatorExchange('bitget', bitget)
const startUnified = () => startEmulatorExchange('bitget', bitget, { isUnified: true })
proofSuite('Bitget', () => exchangeSuite(start))
proofSuite('Bitget, by a key', () => keySuite(start))
proofSuite('Bitget, unified account', () => exchangeSuite(startUnified))
proofSuite('Bitget, unified account, by a key', () => keySuite(startUnified))
