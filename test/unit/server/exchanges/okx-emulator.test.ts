import { describe } from 'node:test'
import { okx } from '../../../../server/exchanges/okx.ts'
import { okxWire } from '../../../emulators/okx.ts'
import { startWireExchange } from '../../../emulators/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startWireExchange(okxWire, okx)
describe('OKX', () => exchangeSuite(start))
describe('OKX, by a key', () => keySuite(start))
