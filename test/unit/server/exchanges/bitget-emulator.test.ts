import { describe } from 'node:test'
import { bitgetUnifiedWire, bitgetWire } from '../../../../sandbox/exchange/emulators/bitget/bitget.ts'
import { bitget } from '../../../../server/exchanges/bitget.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'
import { keySuite } from '../../../support/key-suite.ts'
import { startWireExchange } from '../../../support/wire-exchange.ts'

const start = () => startWireExchange(bitgetWire, bitget)
const startUnified = () => startWireExchange(bitgetUnifiedWire, bitget)
describe('Bitget', () => exchangeSuite(start))
describe('Bitget, by a key', () => keySuite(start))
describe('Bitget, unified account', () => exchangeSuite(startUnified))
describe('Bitget, unified account, by a key', () => keySuite(startUnified))
