import { describe } from 'node:test'
import { bitget } from '../../../../server/exchanges/bitget.ts'
import { bitgetWire } from '../../../dialects/bitget.ts'
import { startWireExchange } from '../../../dialects/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startWireExchange(bitgetWire, bitget)
describe('Bitget', () => exchangeSuite(start))
describe('Bitget, by a key', () => keySuite(start))
