// The acceptance of an invitation: the operator registers a passkey, and is signed in.

import { appendEntry } from '../audit/audit-log.ts'
import { inAuditTransaction } from '../audit/audited.ts'
import { codeRequest, type Invitation, registerRequest } from '../contract/console/sign-in.ts'
import { readBody } from '../http/read-request.ts'
import { hashSecret } from '../secrets/tokens.ts'
import type { Query } from '../storage/storage.ts'
import { actorOf, beginSession, presentSession, setSession } from './begin-session.ts'
import { beginChallenge, takeChallenge } from './challenges.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { SignInEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { countAttempt } from './count-attempt.ts'
import { type OneTimeCode, readCode, useCode } from './one-time-codes.ts'
import { insertOperator, isNameTaken, type Operator, operatorById } from './operators.ts'
import { expiredSignIn, requirePasskeys } from './passkey-endpoints.ts'
import { insertPasskey, type Passkey, passkeysOf } from './passkeys.ts'
import { registrationOptions, verifyRegistration } from './verify-passkey.ts'

export const readInvitation: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/invitation',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    const { name, role, operatorId } = await requireInvitation(deps, (await readBody(context, codeRequest)).code)
    const invitation: Invitation = { name, role, addsPasskey: operatorId !== null }
    return context.json(invitation)
  },
}

export const invitationOptions: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/invitation/options',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    requirePasskeys(deps)
    const { code } = await readBody(context, codeRequest)
    const invitation = await requireInvitation(deps, code)
    const id = invitation.operatorId ?? deps.newId()
    const known = await passkeysOf(deps.database.query, id)
    const options = await registrationOptions(deps.settings, { operator: { id, name: invitation.name }, known })
    const details = { challenge: options.challenge, codeHash: hashSecret(code), operatorId: id }
    await beginChallenge(context, deps, { kind: 'register', details })
    return context.json(options)
  },
}

export const acceptInvitation: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/invitation/passkey',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    const { code, credential } = await readBody(context, registerRequest)
    const begun = await takeChallenge(context, deps, 'register')
    if (begun === undefined || begun.codeHash !== hashSecret(code)) throw expiredSignIn()
    const verified = await verifyRegistration(deps.settings, { credential, challenge: begun.challenge })
    if (verified === null) {
      throw new ConsoleError('signInFailed', {
        message: 'The passkey was not accepted. Try again, or create another one.',
      })
    }
    const replaced = await presentSession(context, deps.database.query, deps)
    const secret = await inAuditTransaction(deps.database, async (query) => {
      const used = await useCode(query, code, { kind: 'invite', now: deps.now() })
      if (used === undefined) return undefined
      const operator = await acceptedBy(query, deps, { invitation: used, id: begun.operatorId, address })
      if (operator === undefined) return undefined
      const passkey = { ...verified, operatorId: operator.id }
      await addPasskey(query, deps, { passkey, operator, address, invitedBy: used.invitedBy })
      return beginSession(query, deps, { operator, address, method: 'passkey', replaces: replaced?.id })
    })
    if (secret === undefined) throw new ConsoleError('codeInvalid')
    setSession(context, deps, secret)
    return context.json({})
  },
}

async function requireInvitation({ database, now }: ConsoleDeps, code: string): Promise<OneTimeCode> {
  const invitation = await readCode(database.query, code, { kind: 'invite', now: now() })
  if (invitation === undefined) throw new ConsoleError('codeInvalid')
  return invitation
}

/** Undefined if the operator was removed, or the name was taken, since the invitation. */
async function acceptedBy(
  query: Query,
  { now }: ConsoleDeps,
  { invitation, id, address }: { invitation: OneTimeCode; id: string; address: string },
): Promise<Operator | undefined> {
  const { name, role, operatorId } = invitation
  if (operatorId !== null) {
    const known = await operatorById(query, operatorId)
    return known === undefined || known.isRemoved ? undefined : known
  }
  if (await isNameTaken(query, name)) return undefined
  await insertOperator(query, { id, name, role, createdAt: now() })
  const facts = { action: 'operator.create', target: id, before: null, after: { name, role, method: 'passkey' } }
  await appendEntry(query, facts, { actor: actorOf(name, address), now: now() })
  return { id, name, role }
}

async function addPasskey(
  query: Query,
  { now }: ConsoleDeps,
  {
    passkey,
    operator,
    address,
    invitedBy,
  }: { passkey: Passkey; operator: Operator; address: string } & Pick<OneTimeCode, 'invitedBy'>,
): Promise<void> {
  await insertPasskey(query, passkey, { invitedBy, now: now() })
  const facts = {
    action: 'operator.addPasskey',
    target: operator.id,
    before: null,
    after: { passkey: passkey.id.slice(0, 12) },
  }
  await appendEntry(query, facts, { actor: actorOf(operator.name, address), now: now() })
}
