import { describe } from 'node:test'
import { kraken } from '../../../../server/exchanges/kraken.ts'
import { startDialectExchange } from '../../../support/dialect-exchange.ts'
import { exchangeSuite } from '../../../support/exchange-suite.ts'

describe('Kraken', () => exchangeSuite(() => startDialectExchange('kraken', kraken)))
