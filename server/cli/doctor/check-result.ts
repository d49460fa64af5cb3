/** The result of one check of the doctor. */
export interface CheckResult {
  /** `note`: correct in some situations only. */
  state: 'ok' | 'note' | 'error'
  message: string
  /** How to fix it. */
  fix?: string
}

export const passed = (message: string): CheckResult => ({ state: 'ok', message })
export const note = (message: string, fix?: string): CheckResult => ({ state: 'note', message, ...(fix && { fix }) })
/** Without `fix`, the message contains it. */
export const failed = (message: string, fix?: string): CheckResult => ({ state: 'error', message, ...(fix && { fix }) })

const timeoutMs = 3_000

/** The response, or null if there is none within a few seconds. */
export async function fetchOrNull(url: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return null
  }
}
