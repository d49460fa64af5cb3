import type { OidcProblem } from '../../../server/contract/console/sign-in.ts'

/** Why a sign-in at the identity provider failed. The provider's own words are never shown. */
const problems: Record<OidcProblem, string> = {
  denied: 'The identity provider declined the sign-in.',
  expired: 'The sign-in took too long, or was begun in another browser. Try again.',
  failed: 'The sign-in did not succeed. Try again.',
  nameTaken:
    'Another operator has, or had, the name that your identity provider gives you. The audit log names operators, so a name is used once. Ask an admin to change your e-mail address or user name there.',
  noAuthTime:
    'Your identity provider does not state when you signed in, so it cannot confirm this action. Ask an admin to include auth_time in its ID tokens.',
  noRole: 'Your account has no role in this console. Ask an admin to map one of your groups in CONSOLE_ROLES.',
  notRecent: 'Your identity provider used an earlier sign-in. Sign out there, then try again.',
  otherOperator:
    'You signed in as another operator than the one of this session. Use the same account, or sign out first.',
  rateLimited: 'Too many sign-ins from your network. Wait a minute, then try again.',
  refused:
    'The identity provider does not accept this console. Ask an admin to check CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET.',
  removed: 'You were removed from this console. To undo this, an admin runs: transfer-link operator restore',
  unavailable: 'The identity provider could not be reached. Try again in a minute.',
  wrongState: 'This sign-in does not belong to the one that this browser began last. Try again.',
}

export function sentenceOf(problem: string): string {
  return Object.hasOwn(problems, problem) ? problems[problem as OidcProblem] : problems.failed
}
