// What each adapter can do, as a table, from what the adapters themselves declare.
import type { Exchange, RecoveryPolicy } from '../../server/exchanges/exchange.ts'
import { exchangeRegistry } from '../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'

const signIns: Record<Exchange['signIn']['scheme'], string> = {
  credentials: 'user name and password',
  apiKey: 'API key',
  oauth: 'OAuth, on its own page',
  wallet: 'the owner’s wallet',
}
const findings: Record<RecoveryPolicy['class'], string> = {
  replay: 'by our reference, which makes a second order the first',
  find: 'by our reference',
  match: 'by its fields: one of a kind at a time',
}

export function exchangeTable(): string {
  const networks = networkCatalogue('sandbox')
  const tools = { now: () => new Date(), networks, waitForRoom: async () => true, inTurn: async () => null }
  const sandboxUrl = 'http://localhost:4002'
  const coinbase = { clientId: 'client', clientSecret: 'secret' }
  const [own] = exchangeRegistry({ sandboxUrl }, tools).all
  const { all } = exchangeRegistry({ sandboxUrl: null, coinbase }, tools)
  const rows = [...(own === undefined ? [] : [own]), ...all]
    .filter(({ transfers }) => transfers)
    .map((exchange) => {
      const { name, type, signIn, networkKeys, recovery, isWaitingForUser, extraFields } = exchange
      const names = networks.all.filter(({ key }) => networkKeys.includes(key)).map((network) => network.name)
      const fields = signIn.fields.length === 0 ? '' : ` (${signIn.fields.map(({ label }) => label).join(', ')})`
      return [
        `${name} (\`${type}\`)`,
        signIns[signIn.scheme] + (signIn.scheme === 'apiKey' ? fields : ''),
        names.join(', '),
        findings[recovery.class],
        [...(isWaitingForUser ? ['saved addresses'] : []), ...(extraFields ? ['facts on the recipient'] : [])].join(
          ', ',
        ),
        recovery.fenceMs === null ? 'never by itself' : `${minutes(recovery.fenceMs + recovery.visibilityMs)}`,
      ]
    })
  const head = ['Exchange', 'Sign-in', 'Networks', 'A lost order is found', 'May ask for', 'Absence is believed after']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`
}
