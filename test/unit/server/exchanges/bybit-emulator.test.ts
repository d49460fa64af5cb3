import { describe } from 'node:test'
import { bybitWire } from '../../../../sandbox/exchange/emulators/bybit/bybit.ts'
import { bybit } from '../../../../server/exchanges/bybit.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'
import { startWireExchange } from '../../../support/wire-exchange.ts'

const start = () => startWireExchange(bybitWire, bybit)
describe('Bybit', () => exchangeSuite(start))
describe('Bybit, by a key', () => keySuite(start))
