import { describe } from 'node:test'
import { kuCoinWire } from '../../../../sandbox/exchange/emulators/ku-coin/ku-coin.ts'
import { kuCoin } from '../../../../server/exchanges/ku-coin.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'
import { startWireExchange } from '../../../support/wire-exchange.ts'

const start = () => startWireExchange(kuCoinWire, kuCoin)
describe('KuCoin', () => exchangeSuite(start))
describe('KuCoin, by a key', () => keySuite(start))
