// Sign-in at an identity provider: the redirect to it, and the return from it.

import type { Context } from 'hono'
import { inAuditTransaction } from '../audit/audited.ts'
import { type OidcProblem, oidcStart } from '../contract/console/sign-in.ts'
import { ApiError } from '../contract/errors.ts'
import { readQuery } from '../http/read-request.ts'
import { presentSession, setSession } from './begin-session.ts'
import { beginChallenge, takeChallenge } from './challenges.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { SignInEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { countAttempt } from './count-attempt.ts'
import { OidcError } from './identity-provider.ts'
import { signInSubject } from './oidc-sign-in.ts'
import { returnAddress } from './return-address.ts'
import { returnPage } from './return-page.ts'
import { recentMs } from './sessions.ts'

export const oidcReturnPath = '/api/sign-in/oidc/callback'

export const startOidc: SignInEndpoint = {
  kind: 'signIn',
  method: 'GET',
  path: '/api/sign-in/oidc',
  async respond(context, { deps, address }) {
    const { return: path, again } = readQuery(context, oidcStart)
    const returnTo = returnAddress(path, deps.settings.url)
    const isAgainRequested = again !== undefined
    const work = async () => {
      await countAttempt(deps, address)
      const replaced = await presentSession(context, deps.database.query, deps)
      const isAgain = isAgainRequested && replaced !== null
      const { url, ...begun } = await providerOf(deps).begin(isAgain ? { maxAgeSeconds: recentMs / 1_000 } : {})
      await beginChallenge(context, deps, { kind: 'oidc', details: { ...begun, returnTo, replaced, isAgain } })
      return context.redirect(url, 303)
    }
    return work().catch(showProblem(context, deps, { returnTo, isAgain: isAgainRequested }))
  },
}

export const finishOidc: SignInEndpoint = {
  kind: 'signIn',
  method: 'GET',
  path: oidcReturnPath,
  fromOtherSites: true,
  async respond(context, { deps, address }) {
    const begun = await takeChallenge(context, deps, 'oidc')
    const { returnTo = returnAddress(undefined, deps.settings.url), isAgain = false } = begun ?? {}
    const work = async () => {
      await countAttempt(deps, address)
      if (begun === undefined) throw new OidcError('expired')
      const url = new URL(`${oidcReturnPath}${new URL(context.req.url).search}`, deps.settings.url)
      const subject = await providerOf(deps).finish(url, begun)
      const outcome = await inAuditTransaction(deps.database, (query) =>
        signInSubject(query, deps, { subject, replaced: begun.replaced, isAgain, address }),
      )
      if (outcome.problem !== null) throw new OidcError(outcome.problem)
      setSession(context, deps, outcome.secret)
      const { operator, previous } = outcome
      const role = previous === null ? null : { from: previous, to: operator.role }
      return context.html(returnPage({ returnTo, role }))
    }
    return work().catch(showProblem(context, deps, { returnTo, isAgain }))
  },
}

function providerOf({ identityProvider }: ConsoleDeps) {
  if (identityProvider !== null) return identityProvider
  throw new ConsoleError('notFound', {
    message: 'This console has no identity provider. Set CONSOLE_OIDC_ISSUER, or sign in with a passkey.',
  })
}

/** Returns to the sign-in page, which shows the problem, and from which the operator can try again. */
function showProblem(
  context: Context,
  { log, settings }: ConsoleDeps,
  { returnTo, isAgain }: { returnTo: string; isAgain: boolean },
) {
  return (error: unknown): Response => {
    const { problem, code } = problemOf(error)
    log.warn({ problem, ...(code === '' ? {} : { code }) }, 'a sign-in by OIDC to the console failed')
    const { pathname, search } = new URL(returnTo)
    const way = isAgain ? { again: '' } : { return: `${pathname}${search}` }
    return context.redirect(`${settings.url}/sign-in?${new URLSearchParams({ error: problem, ...way })}`, 303)
  }
}

function problemOf(error: unknown): { problem: OidcProblem; code: string } {
  if (error instanceof OidcError) return error
  if (error instanceof ApiError && error.type === 'rateLimited') return { problem: 'rateLimited', code: '' }
  throw error
}
