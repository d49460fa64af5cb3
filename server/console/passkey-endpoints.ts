// Sign-in with a passkey.

import { inAuditTransaction } from '../audit/audited.ts'
import { passkeyOptionsRequest, passkeyRequest } from '../contract/console/sign-in.ts'
import { readBody } from '../http/read-request.ts'
import { beginSession, presentSession, setSession } from './begin-session.ts'
import { beginChallenge, takeChallenge } from './challenges.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { SignInEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { countAttempt } from './count-attempt.ts'
import { countUse, passkeysOf, readPasskey } from './passkeys.ts'
import { authenticationOptions, passkeysRefusedAt, verifyAuthentication } from './verify-passkey.ts'

export const passkeyOptions: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/passkey/options',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    requirePasskeys(deps)
    const { again = false } = await readBody(context, passkeyOptionsRequest)
    const { query } = deps.database
    const replaced = await presentSession(context, query, deps)
    const isAgain = again && replaced !== null
    const options = await authenticationOptions(
      deps.settings,
      isAgain ? await passkeysOf(query, replaced.operatorId) : [],
    )
    const { challenge } = options
    await beginChallenge(context, deps, { kind: 'passkey', details: { challenge, replaced, isAgain } })
    return context.json(options)
  },
}

export const signInWithPasskey: SignInEndpoint = {
  kind: 'signIn',
  method: 'POST',
  path: '/api/sign-in/passkey',
  async respond(context, { deps, address }) {
    await countAttempt(deps, address)
    const { credential } = await readBody(context, passkeyRequest)
    const begun = await takeChallenge(context, deps, 'passkey')
    if (begun === undefined) throw expiredSignIn()
    const { challenge, replaced, isAgain } = begun
    const known = await readPasskey(deps.database.query, credential.id)
    if (known === undefined) {
      const message = 'This passkey is not registered here. Ask an admin for an invitation, and use another passkey.'
      throw new ConsoleError('signInFailed', { message })
    }
    const { passkey, operator } = known
    if (isAgain && operator.id !== replaced?.operatorId) {
      const message = 'This passkey belongs to another operator. Use one of yours, or sign out first.'
      throw new ConsoleError('signInFailed', { message })
    }
    const newCounter = await verifyAuthentication(deps.settings, { credential, challenge, passkey })
    const secret = await inAuditTransaction(deps.database, async (query) => {
      const isNext = newCounter !== null && (await countUse(query, passkey, { newCounter, now: deps.now() }))
      if (!isNext || (await readPasskey(query, passkey.id)) === undefined) return null
      return beginSession(query, deps, { operator, address, method: 'passkey', replaces: replaced?.id })
    })
    if (secret === null) {
      deps.log.warn({ operator: operator.id }, 'a passkey of an operator was refused')
      throw new ConsoleError('signInFailed', {
        message: 'This passkey was not accepted. Try again, or use another one.',
      })
    }
    setSession(context, deps, secret)
    return context.json({})
  },
}

export function requirePasskeys({ settings }: ConsoleDeps): void {
  const message = passkeysRefusedAt(settings.url)
  if (message !== null) throw new ConsoleError('conflict', { message })
}

export function expiredSignIn(): ConsoleError {
  const message = 'This took too long, or was begun in another window. Try again.'
  return new ConsoleError('signInFailed', { message })
}
