// The hosted page's Content Security Policy. Files come from this server alone, and inline scripts and styles are allowed by hash. The
// hashes of scripts are those of the built page, never of the filled page, so a script that reached the page in another way is blocked.

import { hash } from 'node:crypto'

export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** `origin` is the only site that may embed the page; null for none. */
export function pagePolicy(
  sources: { scripts: readonly string[]; styles: readonly string[] },
  origin: string | null,
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...sources.scripts].join(' ')}`,
    `style-src ${sources.styles.join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}
