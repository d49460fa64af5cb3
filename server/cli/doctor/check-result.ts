/** What one check of the doctor found. */
export interface CheckResult {
  /** `note`: as it should be in some situations, not in all. */
  state: 'fine' | 'note' | 'wrong'
  says: string
  /** What to do about it. */
  mend?: string
}

export const fine = (says: string): CheckResult => ({ state: 'fine', says })
export const note = (says: string, mend?: string): CheckResult => ({ state: 'note', says, ...(mend && { mend }) })
export const wrong = (says: string, mend: string): CheckResult => ({ state: 'wrong', says, mend })

const timeoutMs = 3_000

/** An answer within a few seconds, or null. */
export async function askWeb(url: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return null
  }
}
