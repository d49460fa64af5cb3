import { describe } from 'node:test'
import { bitget } from '../../../../server/exchanges/bitget.ts'
import { bitgetWire } from '../../../dialects/bitget.ts'
import { startWireExchange } from '../../../dialects/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('Bitget', () => exchangeSuite(() => startWireExchange(bitgetWire, bitget)))
