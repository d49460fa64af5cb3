// Faults that the console switches on, to test the clients of this exchange.
//
//   PUT /console/faults {"loseAnswer": true, "scope": "withdraw", "times": 1}
//   PUT /console/faults {"slow": 800, "down": {"on": true, "scope": "list"}}
//   PUT /console/faults {}
//
// A fault whose name ends in Before prevents the call. `foreignAnswer` returns another withdrawal, `foreignTerms` the right
// withdrawal with other terms, and `laggingList` no withdrawal. Each call names all active faults and switches the others off.

import { badRequest } from './exchange-error.ts'

export type Scope = 'all' | 'withdraw' | 'list' | 'read'

export interface FaultRule {
  /** What happens while the fault is active, for the console. */
  about: string
  /** The calls that the fault applies to by default. */
  scope: Scope
  /** For a fault with a duration: the default and the minimum. */
  ms?: { default: number; minimum: number }
}

const forAllCalls = (about: string): FaultRule => ({ about, scope: 'all' })

/** The faults of the sandbox exchange's own API. */
export const faultRules = {
  down: forAllCalls('The connection is closed at once, and nothing is carried out.'),
  hang: forAllCalls('There is no response, and nothing is carried out.'),
  slow: {
    about: 'The call is carried out 3 seconds later.',
    scope: 'all',
    ms: { default: 3000, minimum: 1 },
  },
  error500Before: forAllCalls('The response is an error 500, and nothing is carried out.'),
  error500After: forAllCalls('The call is carried out, but the response is an error 500.'),
  loseAnswer: forAllCalls('The call is carried out, but the connection closes without a response.'),
  halfAnswer: forAllCalls('The call is carried out, but the response breaks off halfway.'),
  unknownCodeBefore: forAllCalls('The response is an error code that no client knows, and nothing is carried out.'),
  unknownCodeAfter: forAllCalls('The call is carried out, but the response is an error code that no client knows.'),
  hugeAnswer: forAllCalls('The response is padded to 6 MB.'),
  wrongTypedAnswer: forAllCalls('Ids and amounts of withdrawals are numbers instead of text.'),
  foreignAnswer: forAllCalls('The response describes another withdrawal, with another id.'),
  foreignTerms: forAllCalls('The response describes the right withdrawal, with another amount and as failed.'),
  laggingList: { about: 'Withdrawals are carried out, but look-ups do not find them yet.', scope: 'list' },
} satisfies Record<string, FaultRule>
export type FaultName = keyof typeof faultRules

export interface Fault {
  scope: Scope
  /** The number of calls that the fault still applies to. Null means no limit. */
  times: number | null
  /** The duration, for a fault that has one. */
  ms?: number
}

export type ActiveFaults<Name extends string> = Partial<Record<Name, Fault>>

export interface Faults<Name extends string> {
  set(body: Record<string, unknown>): void
  /** The faults that apply to this call. Each is counted. */
  consume(kind: Exclude<Scope, 'all'>): ActiveFaults<Name>
  state(): ActiveFaults<Name>
}

const scopes: readonly string[] = ['all', 'withdraw', 'list', 'read'] satisfies Scope[]
const maxMs = 86_400_000

export function createFaults<Name extends string>(rules: Record<Name, FaultRule>): Faults<Name> {
  const active = new Map<Name, Fault>()
  const isName = (name: string): name is Name => Object.hasOwn(rules, name)
  return {
    set: (body) => {
      const names = Object.keys(body).filter((name) => name !== 'scope' && name !== 'times')
      const valid = names.filter(isName)
      if (valid.length !== names.length) {
        throw badRequest(`The faults are: ${Object.keys(rules).join(', ')}.`)
      }
      const settings = valid.map((name) => [name, readFault(name, rules[name], body)] as const)
      active.clear()
      for (const [name, fault] of settings) if (fault !== null) active.set(name, fault)
    },
    consume: (kind) => {
      const applied = [...active].filter(([, fault]) => fault.scope === 'all' || fault.scope === kind)
      for (const [name, fault] of applied) {
        if (fault.times === null) continue
        if (fault.times <= 1) active.delete(name)
        else active.set(name, { ...fault, times: fault.times - 1 })
      }
      return Object.fromEntries(applied) as ActiveFaults<Name>
    },
    state: () => Object.fromEntries(active) as ActiveFaults<Name>,
  }
}

function readFault(name: string, rule: FaultRule, body: Record<string, unknown>): Fault | null {
  const value = body[name]
  const settings = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const isOff = value === false || value === 'off' || value === null || value === 0 || settings.on === false
  if (isOff) return null
  const scope = settings.scope ?? body.scope ?? rule.scope
  if (typeof scope !== 'string' || !scopes.includes(scope)) throw badRequest(`scope must be ${scopes.join(', ')}.`)
  const times = settings.times ?? body.times ?? null
  if (times !== null && !(Number.isSafeInteger(times) && (times as number) > 0)) {
    throw badRequest('times must be a positive whole number.')
  }
  const fault: Fault = { scope: scope as Scope, times: times as number | null }
  if (rule.ms === undefined) return fault
  const ms = typeof value === 'number' ? value : (settings.ms ?? rule.ms.default)
  if (typeof ms !== 'number' || !(ms >= rule.ms.minimum && ms <= maxMs)) {
    throw badRequest(`${name} is a number of milliseconds.`)
  }
  return { ...fault, ms }
}
