type Facts = Record<string, unknown>

export interface ChangedFact {
  name: string
  before: string | null
  after: string | null
}

/** The facts of both sides, those that differ first. Null: the side does not have the fact. */
export function changedFacts(before: object | null, after: object | null): ChangedFact[] {
  const [old, present] = [(before ?? {}) as Facts, (after ?? {}) as Facts]
  const facts = [...new Set([...Object.keys(old), ...Object.keys(present)])].map((name) => ({
    name,
    before: name in old ? factText(old[name]) : null,
    after: name in present ? factText(present[name]) : null,
  }))
  const isChanged = (fact: ChangedFact) => fact.before !== fact.after
  return [...facts.filter(isChanged), ...facts.filter((fact) => !isChanged(fact))]
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.map(factText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
