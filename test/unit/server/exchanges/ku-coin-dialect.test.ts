import { describe } from 'node:test'
import { kuCoin } from '../../../../server/exchanges/ku-coin.ts'
import { kuCoinWire } from '../../../dialects/ku-coin.ts'
import { startWireExchange } from '../../../dialects/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('KuCoin', () => exchangeSuite(() => startWireExchange(kuCoinWire, kuCoin)))
