import type { SandboxOptions } from './options.ts'
import { hasLitesvm } from './solana/litesvm.ts'

const clientId = '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'
const clientSecret = 'sk_sandbox_demo'
const baseNetworkId = 'aa883b03-120d-477c-a588-37c2afd3ca71'
const destination = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'

/** Printed when all processes are ready: links, logins, and the requests of one transfer. */
export function summary(options: SandboxOptions & { consoleUrl: string }, seconds: string): string {
  const { apiPort, shopPort, exchangePort, receiverPort, dataDir, consoleUrl } = options
  const rows = [
    ['Demo shop', `http://localhost:${shopPort}`],
    ['Sandbox logins', 'user_good, user_mfa, user_accounts … password pass_good, code 123456'],
    ['Demo client', `X-Client-Id: ${clientId}`],
    ['', `X-Client-Secret: ${clientSecret}`],
    ['API reference', `http://localhost:${apiPort}/reference`],
    ['Sandbox exchange', `http://localhost:${exchangePort}`],
    ['Operator’s console', `${consoleUrl} (signs in once)`],
    ['Webhook receiver', `http://localhost:${receiverPort}`],
    ...(hasLitesvm() ? [] : [['Solana wallets', 'not available: there is no litesvm package for this platform']]),
    ['Data', dataDir],
  ]
  const table = rows.map(([name = '', value]) => `  ${name.padEnd(20)}${value}`).join('\n')
  return `
Transfer Link is ready after ${seconds} s. Ctrl-C stops everything.

${table}

A transfer over HTTP, 12.345678 USDC on Base (more in docs: sandbox, api/quickstart):

${curlSequence(`http://localhost:${apiPort}`)}

The transfer is Pending at first. Poll it with the TransferId of the response until its status is Succeeded:

  client $API/api/v1/transfers/<TransferId>; echo
`
}

/** One transfer with the demo client, in lines for a POSIX shell. */
export function curlSequence(apiUrl: string): string {
  const order = `"FromType":"sandbox","NetworkId":"${baseNetworkId}","Symbol":"USDC","ToAddress":"${destination}"`
  return `  client() { curl -s -H 'X-Client-Id: ${clientId}' -H 'X-Client-Secret: ${clientSecret}' -H 'Content-Type: application/json' "$@"; }
  field() { sed -n 's/.*"'$1'" *: *"\\([^"]*\\)".*/\\1/p'; }
  API=${apiUrl}
  LINK=$(client -X POST "$API/api/v1/cataloglink?userId=user-1" | field url)
  SESSION=$(client $API/api/v1/link/session -d '{"authCode":"'\${LINK##*auth_code=}'"}' | field sessionToken)
  TOKEN=$(client $API/api/v1/link/connect -H "Authorization: Bearer $SESSION" -d '{"type":"sandbox","fields":{"username":"user_good","password":"pass_good"}}' | field auth_token)
  PREVIEW=$(client $API/api/v1/transfers/managed/preview -d '{"FromAuthToken":"'$TOKEN'",${order},"Amount":12.345678}' | field PreviewId)
  client $API/api/v1/transfers/managed/execute -d '{"FromAuthToken":"'$TOKEN'","FromType":"sandbox","PreviewId":"'$PREVIEW'"}'; echo`
}
