// Faults that the console switches on, so that whoever calls this exchange can be seen to bear them.
//
//   PUT /console/faults {"loseAnswer": true, "scope": "withdraw", "times": 1}
//   PUT /console/faults {"slow": 800, "down": {"on": true, "scope": "list"}}
//   PUT /console/faults {}
//
// A fault whose name ends in Before leaves nothing done. `foreignAnswer` tells another one's withdrawal, `foreignTerms` other
// terms of the right one, `laggingList` shows no withdrawal yet.
// Each call names all the faults that shall be on; the others are off afterwards.

import { badRequest } from './exchange-error.ts'

export const faultNames = [
  'down',
  'hang',
  'slow',
  'error500Before',
  'error500After',
  'loseAnswer',
  'halfAnswer',
  'unknownCodeBefore',
  'unknownCodeAfter',
  'hugeAnswer',
  'wrongTypedAnswer',
  'foreignAnswer',
  'foreignTerms',
  'laggingList',
] as const
export type FaultName = (typeof faultNames)[number]

export type Scope = 'all' | 'withdraw' | 'list'

export interface Fault {
  scope: Scope
  /** How many more calls it applies to; null without end. */
  times: number | null
  /** Of `slow` alone. */
  ms?: number
}

export interface Faults {
  set(body: Record<string, unknown>): void
  /** The faults that apply to this call; each is counted. */
  take(scope: 'withdraw' | 'list' | 'other'): Partial<Record<FaultName, Fault>>
  state(): Partial<Record<FaultName, Fault>>
}

const scopes: readonly string[] = ['all', 'withdraw', 'list'] satisfies Scope[]
const defaultSlowMs = 3000

export function createFaults(): Faults {
  const active = new Map<FaultName, Fault>()
  return {
    set: (body) => {
      const names = Object.keys(body).filter((name) => name !== 'scope' && name !== 'times')
      const known = names.filter((name): name is FaultName => (faultNames as readonly string[]).includes(name))
      if (known.length !== names.length) {
        throw badRequest(`The faults are: ${faultNames.join(', ')}.`)
      }
      const settings = known.map((name) => [name, readFault(name, body)] as const)
      active.clear()
      for (const [name, fault] of settings) if (fault !== null) active.set(name, fault)
    },
    take: (scope) => {
      const taken = [...active].filter(([, fault]) => fault.scope === 'all' || fault.scope === scope)
      for (const [name, fault] of taken) {
        if (fault.times === null) continue
        if (fault.times <= 1) active.delete(name)
        else active.set(name, { ...fault, times: fault.times - 1 })
      }
      return Object.fromEntries(taken)
    },
    state: () => Object.fromEntries(active),
  }
}

function readFault(name: FaultName, body: Record<string, unknown>): Fault | null {
  const value = body[name]
  const own = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const isOff = value === false || value === 'off' || value === null || value === 0 || own.on === false
  if (isOff) return null
  const scope = own.scope ?? body.scope ?? (name === 'laggingList' ? 'list' : 'all')
  if (typeof scope !== 'string' || !scopes.includes(scope)) throw badRequest('scope must be all, withdraw or list.')
  const times = own.times ?? body.times ?? null
  if (times !== null && !(Number.isSafeInteger(times) && (times as number) > 0)) {
    throw badRequest('times must be a positive whole number.')
  }
  const fault: Fault = { scope: scope as Scope, times: times as number | null }
  if (name !== 'slow') return fault
  const ms = typeof value === 'number' ? value : (own.ms ?? defaultSlowMs)
  if (typeof ms !== 'number' || !(ms > 0 && ms <= 600_000)) throw badRequest('slow is a number of milliseconds.')
  return { ...fault, ms }
}
