import { findText, texts } from '../texts/texts.ts'
import type { Integration } from './link-answers.ts'

/** Integrations whose name fits what is typed: without accents and case, one mistake allowed from four letters on. */
export function findIntegrations(integrations: Integration[], query: string): Integration[] {
  const folded = fold(query)
  if (folded === '') return integrations
  const matches = integrations.filter((each) => fold(namesOf(each)).includes(folded))
  if (matches.length > 0 || folded.length < 4) return matches
  return integrations.filter((each) => nearlyContains(fold(each.name), folded, folded.length < 7 ? 1 : 2))
}

/** Wallets are also found by the way for those that are not in this browser. */
function namesOf({ name, kind }: Integration): string {
  return kind === 'wallet' ? `${name} ${findText(texts.wallets, 'byLink') ?? ''}` : name
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s.\-_]/g, '')
    .toLowerCase()
}

/** Whether some part of the name is at most so many edits away: the distance table's first row is free to start anywhere. */
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
