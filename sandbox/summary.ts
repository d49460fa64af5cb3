import type { SandboxOptions } from './options.ts'
import { hasLitesvm } from './solana/litesvm.ts'

const clientId = '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'
const clientSecret = 'sk_sandbox_demo'
const baseNetworkId = 'aa883b03-120d-477c-a588-37c2afd3ca71'
const destination = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'

/** What a person needs to go on, printed when everything is ready. */
export function summary({ apiPort, shopPort, exchangePort, dataDir }: SandboxOptions, seconds: string): string {
  const api = `http://localhost:${apiPort}`
  const exchange = `http://localhost:${exchangePort}`
  const rows = [
    ['Demo shop', `http://localhost:${shopPort}`],
    ['API', `${api}   (reference: ${api}/reference)`],
    ['Sandbox exchange', `${exchange}   (its outbox: /outbox, its console: /console)`],
    ['Sandbox logins', 'user_good, user_mfa, user_accounts … · password pass_good · code 123456'],
    ['', `all of them, and what each is there for: ${exchange}/`],
    ['Demo client', `X-Client-Id: ${clientId}`],
    ['', `X-Client-Secret: ${clientSecret}`],
    ...(hasLitesvm()
      ? []
      : [['Solana wallets', 'not available in this sandbox: there is no litesvm for this machine']]),
    ['Data', `${dataDir}   (npm start -- --fresh begins anew)`],
  ]
  const table = rows.map(([name = '', value]) => `  ${name.padEnd(18)}${value}`).join('\n')
  return `
Transfer Link is ready after ${seconds} s. Ctrl-C stops everything.

${table}

A transfer without any user interface, 12.345678 USDC on Base:

${curlSequence(api)}
`
}

function curlSequence(api: string): string {
  const to = `[{"NetworkId":"${baseNetworkId}","Symbol":"USDC","Address":"${destination}"}]`
  return `  client() { curl -s -H 'X-Client-Id: ${clientId}' -H 'X-Client-Secret: ${clientSecret}' -H 'Content-Type: application/json' "$@"; }
  field() { sed -n 's/.*"'$1'" *: *"\\([^"]*\\)".*/\\1/p'; }
  LINK=$(client '${api}/api/v1/cataloglink?userId=user-1&enableTransfers=true' -d '{"ToAddresses":${to}}' | field url)
  SESSION=$(client ${api}/api/v1/link/session -d '{"authCode":"'\${LINK##*auth_code=}'"}' | field sessionToken)
  TOKEN=$(client -H "Authorization: Bearer $SESSION" ${api}/api/v1/link/connect -d '{"type":"sandbox","fields":{"username":"user_good","password":"pass_good"}}' | field auth_token)
  PREVIEW=$(client ${api}/api/v1/transfers/managed/preview -d '{"FromAuthToken":"'$TOKEN'","FromType":"sandbox","NetworkId":"${baseNetworkId}","Symbol":"USDC","ToAddress":"${destination}","Amount":12.345678}' | field PreviewId)
  client ${api}/api/v1/transfers/managed/execute -d '{"fromAuthToken":"'$TOKEN'","fromType":"sandbox","previewId":"'$PREVIEW'"}'; echo`
}
