import { describe } from 'node:test'
import { bybit } from '../../../../server/exchanges/bybit.ts'
import { bybitWire } from '../../../emulators/bybit.ts'
import { startWireExchange } from '../../../emulators/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startWireExchange(bybitWire, bybit)
describe('Bybit', () => exchangeSuite(start))
describe('Bybit, by a key', () => keySuite(start))
