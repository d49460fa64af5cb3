import { describe } from 'node:test'
import { okx } from '../../../../server/exchanges/okx.ts'
import { okxWire } from '../../../dialects/okx.ts'
import { startWireExchange } from '../../../dialects/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('OKX', () => exchangeSuite(() => startWireExchange(okxWire, okx)))
