import type { Integration } from './link-responses.ts'

/**
 * Integrations whose name matches the query, ignoring accents and case. From four letters on, one typo is allowed. Wallets also match
 * `walletWords`.
 */
export function findIntegrations(integrations: Integration[], query: string, walletWords: string): Integration[] {
  const folded = fold(query)
  if (folded === '') return integrations
  const namesOf = ({ name, kind }: Integration) => (kind === 'wallet' ? `${name} ${walletWords}` : name)
  const matches = integrations.filter((each) => fold(namesOf(each)).includes(folded))
  if (matches.length > 0 || folded.length < 4) return matches
  return integrations.filter((each) => nearlyContains(fold(each.name), folded, folded.length < 7 ? 1 : 2))
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s.\-_]/g, '')
    .toLowerCase()
}

/** Whether a part of the name is within this edit distance. A match may start anywhere, so the first row of the table is zero. */
function nearlyContains(name: string, query: string, allowed: number): boolean {
  let row = Array.from({ length: name.length + 1 }, () => 0)
  for (const [index, letter] of [...query].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= name.length; column++) {
      const changed = (row[column - 1] ?? 0) + (name[column - 1] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return Math.min(...row) <= allowed
}
