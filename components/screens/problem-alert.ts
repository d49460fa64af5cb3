import { nothing } from 'lit'
import type { Problem } from '../flow/link-responses.ts'
import { explain } from '../texts/explain.ts'
import type { Texts } from '../texts/texts.ts'
import { alert } from './layout.ts'

/** A problem that belongs to the screen as a whole. */
export function problemAlert(texts: Texts, problem: Problem | null) {
  return problem === null ? nothing : alert('danger', explain(texts, problem))
}
