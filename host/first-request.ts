// The page's first script. It redeems the link's one-time code while everything else is loading, because this response takes longest.

import { requestSession } from './request-session.ts'

const authCode = new URL(location.href).searchParams.get('auth_code')

/** Null after a reload, when the page resumes a session. */
export const firstResponse = authCode === null ? null : requestSession(authCode)
