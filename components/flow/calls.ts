// Every call of the flow. Those to wallets are loaded when the first is made.

import type { Calls } from './call-types.ts'
import type { EventOf } from './flow-event.ts'
import type { Connection } from './link-responses.ts'
import { readBalances } from './read-balances.ts'
import { type FullPageResponse, reclaimLink } from './reclaim-link.ts'
import { leadSignInWindow } from './sign-in-window.ts'
import type { Transfer } from './transfer-responses.ts'

type WalletCall = 'findWallets' | 'connectWallet' | 'proveAddress' | 'sendWithWallet'

/** An id as one segment of a path. */
const pathSegment = encodeURIComponent

async function loadWalletCalls(): Promise<Pick<Calls, WalletCall>> {
  return (await import('./wallet-calls.ts')).walletCalls
}

export const calls: Calls = {
  integrations: async (_, { api, unnamedWallet }, signal) => {
    const { integrations } = await api.get<EventOf<'integrationsListed'>>('integrations', signal)
    // The wallet row has no brand, so its name is translated, as in the list that comes with the page.
    const named = integrations.map((each) => (each.kind === 'wallet' ? { ...each, name: unnamedWallet } : each))
    return { type: 'integrationsListed', integrations: named }
  },
  connect: async ({ call: _, ...body }, { api }) => {
    const connection = await api
      .post<Connection>('connect', { ...body, confirmByNumber: true })
      .catch((error: unknown) => {
        leadSignInWindow(undefined)
        throw error
      })
    leadSignInWindow(connection.redirectUrl)
    return { type: 'connectionAnswered', connection }
  },
  code: async ({ connectionId, code }, { api }) => ({
    type: 'connectionAnswered',
    connection: await api.post(`connect/${pathSegment(connectionId)}/code`, { code }),
  }),
  resend: async ({ connectionId, kind }, { api }) => ({
    type: 'connectionAnswered',
    connection: await api.post(`connect/${pathSegment(connectionId)}/resend`, { kind }),
  }),
  pollConnection: readConnection,
  reconnect: readConnection,
  account: async ({ call: _, ...token }, { api }) => ({
    ...(await api.post<EventOf<'accountOpened'>>('accounts', token)),
    type: 'accountOpened',
  }),
  holdings: async ({ accountId }, { api }, signal) => ({
    ...(await api.get<EventOf<'holdingsListed'>>(`holdings?accountId=${pathSegment(accountId)}`, signal)),
    type: 'holdingsListed',
  }),
  balances: readBalances,
  preview: async ({ call: _, ...choice }, { api, now }) => {
    // Measured from the request, so that the quote never appears valid for longer than on the server.
    const receivedAtMs = now()
    return { ...(await api.post<EventOf<'previewed'>>('preview', choice)), type: 'previewed', receivedAtMs }
  },
  execute: async ({ call: _, ...order }, { api }) => ({ type: 'executed', response: await api.post('execute', order) }),
  resendExecute: async ({ call: _, ...order }, { api }) => ({
    type: 'executed',
    response: await api.post('execute/resend', order),
  }),
  pollExecute: async ({ call: _, ...order }, { api }) => ({
    type: 'executed',
    response: await api.post('execute', order),
  }),
  pollTransfer: async ({ transferId }, { api }, signal) => ({
    ...(await api.get<EventOf<'transferPolled'>>(`transfer/${pathSegment(transferId)}`, signal)),
    type: 'transferPolled',
  }),
  pollFullPage: async (_, { api }, signal) => {
    const { state, transfer } = await api.get<FullPageResponse>('full-page', signal)
    return { type: 'fullPagePolled', page: state, transfer }
  },
  reclaimLink: ({ returnCode }, { api }) => reclaimLink(api, returnCode),
  findWallets: async (...input) => (await loadWalletCalls()).findWallets(...input),
  connectWallet: async (...input) => (await loadWalletCalls()).connectWallet(...input),
  proveAddress: async (...input) => (await loadWalletCalls()).proveAddress(...input),
  sendWithWallet: async (...input) => (await loadWalletCalls()).sendWithWallet(...input),
  endPayment: async ({ transferId }, { api }) => {
    const { transfer } = await api.post<{ transfer: Transfer | null }>('wallet/declined', { transferId })
    return transfer === null ? { type: 'paymentEnded' } : { type: 'transferPolled', transfer }
  },
  payment: async ({ call: _, ...body }, { api }) => ({
    type: 'paymentMade',
    payment: await api.post<EventOf<'paymentMade'>['payment']>('payment', body),
  }),
}

async function readConnection(
  { connectionId }: { connectionId: string },
  { api }: Parameters<Calls['reconnect']>[1],
  signal: AbortSignal,
): Promise<EventOf<'connectionAnswered'>> {
  return {
    type: 'connectionAnswered',
    connection: await api.get(`connect/${pathSegment(connectionId)}`, signal),
  }
}
