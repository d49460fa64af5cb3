import { describe } from 'node:test'
import { seededApp } from '../../../../../sandbox/exchange/emulators/coinbase/oauth-apps.ts'
import { coinbase } from '../../../../../server/exchanges/coinbase/coinbase.ts'
import { startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { exchangeSuite } from '../../../../support/exchange-suite.ts'

const { clientId, secret: clientSecret } = seededApp

describe('Coinbase', () =>
  exchangeSuite(() =>
    startEmulatorExchange('coinbase', (tools, settings) => coinbase(tools, { clientId, clientSecret }, settings)),
  ))
