import { describe } from 'node:test'
import { bitget } from '../../../../server/exchanges/bitget.ts'
import { startEmulatorExchange } from '../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startEmulatorExchange('bitget', bitget)
const startUnified = () => startEmulatorExchange('bitget', bitget, { isUnified: true })
describe('Bitget', () => exchangeSuite(start))
describe('Bitget, by a key', () => keySuite(start))
describe('Bitget, unified account', () => exchangeSuite(startUnified))
describe('Bitget, unified account, by a key', () => keySuite(startUnified))
