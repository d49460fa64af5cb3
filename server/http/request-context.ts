import type { Context } from 'hono'
import type { Client } from '../clients/clients.ts'
import type { AnswerShape } from '../contract/endpoint.ts'
import type { LinkSession } from '../links/links.ts'

export interface RequestVariables {
  requestId: string
  /** The caller's address; '' where there is no socket. */
  address: string
  shape: AnswerShape
  client: Client
  session: LinkSession
}

export interface AppEnv {
  Variables: RequestVariables
}

export type AppContext = Context<AppEnv>
