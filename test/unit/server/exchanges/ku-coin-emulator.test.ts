import { describe } from 'node:test'
import { kuCoin } from '../../../../server/exchanges/ku-coin.ts'
import { kuCoinWire } from '../../../emulators/ku-coin.ts'
import { startWireExchange } from '../../../emulators/wire-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'

const start = () => startWireExchange(kuCoinWire, kuCoin)
describe('KuCoin', () => exchangeSuite(start))
describe('KuCoin, by a key', () => keySuite(start))
