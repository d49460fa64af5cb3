// The table of the default limits of exchanges, with their sources.
import { defaultLimits } from '../../server/exchanges/default-limits.ts'
import type { DefaultLimit } from '../../server/exchanges/kit/limits.ts'
import { defaultNodePolls, nodePollName } from '../../server/exchanges/limit-settings.ts'

export function limitTable(): string {
  const ofNodes = { [nodePollName]: { ...defaultNodePolls, source: 'Not documented. Our choice, for each network.' } }
  const rows = Object.entries({ ...defaultLimits, '<network>': ofNodes }).flatMap(([type, limits]) =>
    Object.entries<DefaultLimit>(limits).map(([name, { quota, windowSeconds, source }]) =>
      [`\`${type}.${name}\``, `${quota}/${windowSeconds}`, source].join(' | '),
    ),
  )
  return ['| Limit | Requests/seconds | Source |', '| --- | --- | --- |', ...rows.map((row) => `| ${row} |`)].join('\n')
}
