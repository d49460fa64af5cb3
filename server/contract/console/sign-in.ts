// Requests of the sign-in page.

import * as z from 'zod'

/** Why a sign-in at the identity provider failed: `/sign-in?error=…`. */
export const oidcProblems = [
  'denied',
  'expired',
  'failed',
  'nameTaken',
  'noAuthTime',
  'noRole',
  'notRecent',
  'otherOperator',
  'rateLimited',
  'refused',
  'removed',
  'unavailable',
  'wrongState',
] as const
export type OidcProblem = (typeof oidcProblems)[number]

/** GET /api/sign-in/oidc: `again` repeats the sign-in of the session, for actions that require a recent one. */
export const oidcStart = z.object({ return: z.string().max(2_000).optional(), again: z.string().max(10).optional() })

/** POST /api/sign-in/once, and /api/sign-in/invitation: the code of a one-time URL. */
export const codeRequest = z.object({ code: z.string().max(200) })

/** POST /api/sign-in/invitation */
export interface Invitation {
  name: string
  role: 'viewer' | 'operator' | 'admin'
  /** The operator exists already, and gets a further passkey. */
  addsPasskey: boolean
}

/** POST /api/sign-in/passkey/options */
export const passkeyOptionsRequest = z.object({ again: z.boolean().optional() })

const base64url = z.string().regex(/^[\w-]{1,16000}$/, 'must be base64url')
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

/** POST /api/sign-in/passkey: what navigator.credentials.get() returned. */
export const passkeyRequest = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyRequest>['credential']

/** POST /api/sign-in/invitation/passkey: what navigator.credentials.create() returned. */
export const registerRequest = z.object({
  code: codeRequest.shape.code,
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  }),
})
export type NewPasskey = z.infer<typeof registerRequest>['credential']
