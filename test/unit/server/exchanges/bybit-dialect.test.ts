import { describe } from 'node:test'
import { bybit } from '../../../../server/exchanges/bybit.ts'
import { bybitWire } from '../../../dialects/bybit.ts'
import { startWireExchange } from '../../../dialects/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('Bybit', () => exchangeSuite(() => startWireExchange(bybitWire, bybit)))
