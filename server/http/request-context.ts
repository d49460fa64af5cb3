import type { Context } from 'hono'
import type { Client } from '../clients/clients.ts'
import type { AnswerShape } from '../contract/endpoint.ts'
import type { Follower, LinkSession } from '../links/links.ts'

export interface RequestVariables {
  requestId: string
  /** The caller's address; '' where there is no socket. */
  address: string
  shape: AnswerShape
  /** What every answer to this request carries, errors too. */
  headers: Record<string, string>
  /** The answer that carries them already. */
  answer: Response
  client: Client
  session: LinkSession
  follower: Follower
}

export interface AppEnv {
  Variables: RequestVariables
}

export type AppContext = Context<AppEnv>
