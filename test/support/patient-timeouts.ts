import type { Timeouts } from '../../server/exchanges/kit/adapter-settings.ts'

/** For calls that always receive a response, however slow the machine is. */
export const patientTimeouts: Timeouts = { readMs: 60_000, sendMs: 60_000 }
