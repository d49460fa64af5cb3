import type { ChooseAccount } from '../flow/flow-state.ts'
import type { Integration, Provider, Session } from '../flow/link-responses.ts'

/** The data that the first screen shows before the link's code is redeemed. */
export interface InitialData {
  app: string
  provider?: Provider | null
  transfersEnabled: boolean
  integrations: Integration[]
}

/** The state of the first screen while the link is being opened. Its session has only what this screen shows. */
export function firstScreen({ app, provider, transfersEnabled, integrations }: InitialData, recent: string[]) {
  const session = { client: { name: app, origin: '' }, provider, transfersEnabled, destinations: [] }
  const context = { session: session as unknown as Session, integrations, recent } as ChooseAccount['context']
  return { at: 'choose-account', pending: null, context } satisfies ChooseAccount
}
