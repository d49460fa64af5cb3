// Reads EXCHANGE_LIMITS: the limits of exchanges, and the rate of polls of each network's node, that the operator sets.

import { defaultLimits } from './default-limits.ts'
import type { LimitsByType } from './kit/limits.ts'
import type { CallPolicy } from './kit/tools.ts'

export interface LimitSettings {
  exchanges: LimitsByType
  /** By network key. */
  nodePolls: ReadonlyMap<string, CallPolicy>
}

/** The default rate of polls of a network's node, for all transfers of the network. */
export const defaultNodePolls: CallPolicy = { quota: 20, windowSeconds: 1 }
export const nodePollName = 'poll'

const example = 'for example okx.address=300/60,ethereum.poll=20/1'

/** `problems` are sentences, without the variable's name. */
export function readLimitSettings(
  text: string,
  networkKeys: readonly string[],
): { settings: LimitSettings; problems: string[] } {
  const exchanges = new Map<string, Record<string, CallPolicy>>()
  const nodePolls = new Map<string, CallPolicy>()
  const problems: string[] = []
  for (const part of text === '' ? [] : text.split(',').map((each) => each.trim())) {
    const [, owner = '', word = '', quota = '', seconds = ''] =
      /^(\w+)\.(\w+)=([1-9]\d{0,5})\/([1-9]\d{0,4})$/.exec(part) ?? []
    const policy = { quota: Number(quota), windowSeconds: Number(seconds) }
    const type = ofAnyCasing(Object.keys(defaultLimits), owner)
    const network = ofAnyCasing(networkKeys, owner)
    if (owner === '') {
      problems.push(
        `must be name.limit=requests/seconds pairs of 1 to 999999 requests in 1 to 99999 seconds, not ${quoted(part)}, ${example}`,
      )
    } else if (type !== undefined) {
      const known = Object.keys(defaultLimits[type] ?? {})
      const limit = ofAnyCasing(known, word)
      const ofType = exchanges.get(type) ?? {}
      if (limit === undefined) problems.push(unknownLimit(type, word, known))
      else if (Object.hasOwn(ofType, limit)) problems.push(repeated(`${type}.${limit}`))
      exchanges.set(type, { ...ofType, ...(limit !== undefined && { [limit]: policy }) })
    } else if (network !== undefined) {
      if (ofAnyCasing([nodePollName], word) === undefined) problems.push(unknownLimit(network, word, [nodePollName]))
      else if (nodePolls.has(network)) problems.push(repeated(`${network}.${nodePollName}`))
      nodePolls.set(network, policy)
    } else {
      problems.push(
        `names ${quoted(owner)}, which is no exchange or network: use ${[...Object.keys(defaultLimits), ...networkKeys].join(', ')}, ${example}`,
      )
    }
  }
  return { settings: { exchanges, nodePolls }, problems }
}

function ofAnyCasing(names: readonly string[], word: string): string | undefined {
  return names.find((name) => name.toLowerCase() === word.toLowerCase())
}

function unknownLimit(owner: string, limit: string, known: readonly string[]): string {
  const fix = `${owner}.${known[0]}=20/1`
  return `names the limit ${quoted(limit)} of ${owner}, which has only ${known.join(', ')}, for example ${fix}`
}

function repeated(name: string): string {
  return `must set ${name} once, ${example}`
}

function quoted(text: string): string {
  return `"${text.slice(0, 60)}"`
}
