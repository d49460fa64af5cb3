// What an identity provider states about an operator, as role and name.

import type { RoleRule } from '../config-values.ts'
import { type Role, roles } from '../contract/console/role.ts'
import { isPlainText } from '../contract/plain-text.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The highest role with a rule that matches. Null: the operator has none. */
export function roleOf(claims: Claims, rules: readonly RoleRule[]): Role | null {
  const matching = rules.filter(({ claim, value }) => valuesOf(claims, claim).includes(value))
  return roles.findLast((role) => matching.some((rule) => rule.role === role)) ?? null
}

/** A claim is a text or a list. Anything else matches no rule. */
function valuesOf(claims: Claims, claim: string): readonly unknown[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return Array.isArray(value) ? value : [value]
}

/** The name in the audit log: an e-mail address or user name, which people recognise. Without either, the provider's id. */
export function nameOf(claims: Claims): string | null {
  // An address that the provider has not verified can be another person's.
  const email = claims.email_verified === false ? undefined : claims.email
  const candidates = [email, claims.preferred_username, claims.sub]
  const isName = (each: unknown): each is string =>
    typeof each === 'string' && each.trim() === each && /^.{1,100}$/u.test(each) && isPlainText(each)
  return candidates.find(isName) ?? null
}
