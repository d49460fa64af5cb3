/** What one check of the doctor found. */
export interface CheckResult {
  /** `note`: as it should be in some situations, not in all. */
  state: 'ok' | 'note' | 'error'
  message: string
  /** What to do about it. */
  fix?: string
}

export const passed = (message: string): CheckResult => ({ state: 'ok', message })
export const note = (message: string, fix?: string): CheckResult => ({ state: 'note', message, ...(fix && { fix }) })
export const failed = (message: string, fix: string): CheckResult => ({ state: 'error', message, fix })

const timeoutMs = 3_000

/** An answer within a few seconds, or null. */
export async function fetchOrNull(url: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return null
  }
}
