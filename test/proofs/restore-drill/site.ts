// An app's backend under load: it signs one account in, and executes transfers one after another in lanes.
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { type ApiClient, type ClientResponse, openSession } from '../chaos/api-client.ts'

const address = `0x${'12'.repeat(20)}`
const networkId = networkCatalogue('sandbox').byKey('arbitrum')?.id ?? ''
const managed = '/api/v1/transfers/managed'
const lanes = 4

export interface Site {
  /** Ids of transfers whose execute was acknowledged, in that order. */
  acknowledged: string[]
  /** Returns once so many more are acknowledged. */
  load(count: number): Promise<void>
  preview(): Promise<string>
  execute(previewId: string): Promise<ClientResponse>
  /** Whether the server returns the transfer. */
  isKnown(transferId: string): Promise<boolean>
}

export async function openSite(client: ApiClient, apiUrl: string): Promise<Site> {
  const destination = { NetworkId: networkId, Symbol: 'USDC', Address: address }
  const session = await openSession(client, apiUrl, destination)
  const fields = { username: 'user_networks', password: 'pass_good' }
  const headers = { authorization: `Bearer ${session}` }
  const connected = await client.call('POST', `${apiUrl}/api/v1/link/connect`, { type: 'sandbox', fields }, headers)
  const token = String(connected.body.content.authData.auth_token)
  const acknowledged: string[] = []
  let amounts = 0

  async function preview(): Promise<string> {
    // Six digits, so that no amount is a magic one.
    const amount = `1.${String(++amounts * 10 + 1).padStart(6, '0')}`
    const terms = { FromAuthToken: token, FromType: 'sandbox', NetworkId: networkId, Symbol: 'USDC' }
    const body = JSON.stringify({ ...terms, ToAddress: address }).replace(/\}$/, `,"Amount":${amount}}`)
    const response = await client.call('POST', `${apiUrl}${managed}/preview`, body)
    const previewId = response.body?.PreviewResult?.PreviewId
    if (typeof previewId !== 'string') throw new Error(`no preview: ${JSON.stringify(response)}`)
    return previewId
  }

  function execute(previewId: string): Promise<ClientResponse> {
    const body = { fromAuthToken: token, fromType: 'sandbox', previewId, mfaCode: null }
    return client.call('POST', `${apiUrl}${managed}/execute`, body)
  }

  return {
    acknowledged,
    preview,
    execute,
    async load(count) {
      let left = count
      const lane = async () => {
        while (left-- > 0) {
          const response = await execute(await preview())
          const transferId = response.body?.TransferResult?.TransferId
          if (typeof transferId !== 'string') throw new Error(`not executed: ${JSON.stringify(response)}`)
          acknowledged.push(transferId)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
    async isKnown(transferId) {
      return (await client.call('GET', `${apiUrl}/api/v1/transfers/${transferId}`)).status === 200
    },
  }
}
