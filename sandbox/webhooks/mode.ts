// How the receiver behaves: one mode at a time.

export const modes = ['up', 'down', 'slow', 'error', 'gone', 'wrongCertificate'] as const
export type Mode = (typeof modes)[number]

/** Longer than the server waits for a response. */
export const slowMs = 20_000
/** Then the receiver is up again. */
export const errorMs = 60_000

export function isMode(value: unknown): value is Mode {
  return modes.includes(value as Mode)
}

export interface ReceiverResponse {
  status: number
  text: string
  delayMs: number
}

/** The response to a request that arrives. With `down` and `wrongCertificate` none does. */
export function responseIn(mode: Mode): ReceiverResponse {
  if (mode === 'error') return { status: 500, text: 'This receiver fails for a while.', delayMs: 0 }
  if (mode === 'gone') return { status: 410, text: 'This receiver is gone.', delayMs: 0 }
  return { status: 200, text: 'Received.', delayMs: mode === 'slow' ? slowMs : 0 }
}
