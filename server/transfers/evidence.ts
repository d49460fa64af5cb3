import { ApiError } from '../contract/errors.ts'

/** Throws `invalidField` unless an operator has said in a sentence what was seen. */
export function requireEvidence(evidence: string): void {
  if (evidence.trim().length >= 10) return
  throw new ApiError('invalidField', {
    field: 'evidence',
    problem: 'must say in a sentence what was seen, and where',
  })
}
