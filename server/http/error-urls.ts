// The address of the page about an error: `type` of RFC 9457.

import type { ErrorType } from '../contract/errors.ts'

export type ErrorUrl = (type: ErrorType) => string

/** On the documentation site, or without one on this server's own reference. */
export function errorUrls({ publicUrl, docsUrl }: { publicUrl: string; docsUrl: string | null }): ErrorUrl {
  return (type) => (docsUrl === null ? `${publicUrl}/reference#${type}` : `${docsUrl}/errors/${type}/`)
}
