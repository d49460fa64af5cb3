import { describe } from 'node:test'
import { okxWire } from '../../../../sandbox/exchange/emulators/okx/okx.ts'
import { okx } from '../../../../server/exchanges/okx.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'
import { startWireExchange } from '../../../support/wire-exchange.ts'

const start = () => startWireExchange(okxWire, okx)
describe('OKX', () => exchangeSuite(start))
describe('OKX, by a key', () => keySuite(start))
