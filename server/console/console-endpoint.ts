// What an endpoint of the console states of itself. mount-endpoints.ts enforces it.

import type { Context } from 'hono'
import type * as z from 'zod'
import type { Actor, AuditedChange } from '../audit/audit-log.ts'
import type { Role } from '../contract/console/role.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { OperatorSession } from './sessions.ts'

export interface ConsoleCall<Input> {
  deps: ConsoleDeps
  /** The named parts of the path. */
  params: Record<string, string>
  /** The query of a GET, the body of others. */
  input: Input
  session: OperatorSession
  actor: Actor
}

/** Reads. Writes nothing. */
export interface ReadEndpoint<Input = unknown> {
  kind: 'read'
  method: 'GET'
  path: string
  role: Role
  query?: z.ZodType<Input>
  respond(call: ConsoleCall<Input>): Promise<object>
}

/** What an action reports for the audit log. The reason is added. */
export type RecordAction = (change: Omit<AuditedChange, 'reason'>) => void

/**
 * Changes something. It runs in one transaction with its audit entries, possibly more than once, so it must only run statements. It must
 * record something or throw.
 */
export interface ActionEndpoint<Input extends { reason: string } = { reason: string }, Prepared = unknown> {
  kind: 'action'
  method: 'POST' | 'DELETE'
  path: string
  role: Role
  /** Refused without a sign-in of the last five minutes: what only admins may do, and the resolution of a transfer. */
  recentSignIn: boolean
  body: z.ZodType<Input>
  /** Precedes the transaction, for calls to others. Its result is `prepared` of `act`. Writes nothing. */
  prepare?(call: ConsoleCall<Input>): Promise<Prepared>
  act(call: ConsoleCall<Input> & { prepared: Prepared }, record: RecordAction): Promise<object>
  /** Follows the transaction, for work that takes longer than one should. Returns the response instead of `act`. */
  follow?(call: ConsoleCall<Input>, result: object): Promise<object>
}

/** Part of a sign-in: the only endpoints without a session. */
export interface SignInEndpoint {
  kind: 'signIn'
  method: 'GET' | 'POST'
  path: string
  /** A GET to which the identity provider redirects the browser from its own site. */
  fromOtherSites?: boolean
  respond(context: Context, call: { deps: ConsoleDeps; address: string }): Promise<Response>
}

export type ConsoleEndpoint = ReadEndpoint | ActionEndpoint | SignInEndpoint

// Each checks an endpoint against the types of its schema, then forgets them.
export function readEndpoint<Input>(endpoint: Omit<ReadEndpoint<Input>, 'kind' | 'method'>): ReadEndpoint {
  return { kind: 'read', method: 'GET', ...endpoint } as unknown as ReadEndpoint
}

export function actionEndpoint<Input extends { reason: string }, Prepared = unknown>(
  endpoint: Omit<ActionEndpoint<Input, Prepared>, 'kind'>,
): ActionEndpoint {
  return { kind: 'action', ...endpoint } as unknown as ActionEndpoint
}
