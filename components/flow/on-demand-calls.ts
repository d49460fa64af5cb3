// The calls that the core flow does not make.

import { texts } from '../texts/texts.ts'
import { type addCalls, pathSegment } from './effects.ts'
import type { EventOf } from './flow-event.ts'
import { type FullPageResponse, reclaimLink } from './reclaim-link.ts'

export const onDemandCalls: Parameters<typeof addCalls>[0] = {
  integrations: async (_, { api }, signal) => {
    const { integrations } = await api.get<EventOf<'integrationsListed'>>('integrations', signal)
    // The wallet row has no brand, so its name is translated, as in the list that comes with the page.
    const named = integrations.map((each) => (each.kind === 'wallet' ? { ...each, name: texts.wallets.unnamed } : each))
    return { type: 'integrationsListed', integrations: named }
  },
  resend: async ({ connectionId, kind }, { api }) => ({
    type: 'connectionAnswered',
    connection: await api.post(`connect/${pathSegment(connectionId)}/resend`, { kind }),
  }),
  pollConnection: async ({ connectionId }, { api }, signal) => ({
    type: 'connectionAnswered',
    connection: await api.get(`connect/${pathSegment(connectionId)}`, signal),
  }),
  reconnect: async ({ connectionId }, { api }, signal) => ({
    type: 'connectionAnswered',
    connection: await api.get(`connect/${pathSegment(connectionId)}`, signal),
  }),
  account: async ({ call: _, ...token }, { api }) => ({
    ...(await api.post<EventOf<'accountOpened'>>('accounts', token)),
    type: 'accountOpened',
  }),
  resendExecute: async ({ call: _, ...order }, { api }) => ({
    type: 'executed',
    response: await api.post('execute/resend', order),
  }),
  pollFullPage: async (_, { api }, signal) => {
    const { state, transfer } = await api.get<FullPageResponse>('full-page', signal)
    return { type: 'fullPagePolled', page: state, transfer }
  },
  reclaimLink: ({ returnCode }, { api }) => reclaimLink(api, returnCode),
  pollExecute: async ({ call: _, ...order }, { api }) => ({
    type: 'executed',
    response: await api.post('execute', order),
  }),
}
