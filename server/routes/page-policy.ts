// The hosted page's Content Security Policy. Files come from this server alone, and inline scripts and styles are allowed by hash. The
// hashes are those of the built page, never of the filled page, so a script that reached the page in another way is blocked.

import { hash } from 'node:crypto'
import { memoize } from '../cache/memoize.ts'
import type { HostedFiles } from './hosted-files.ts'

interface BuiltPage {
  html: string
  /** The text of its `<style>`, which the server completes with the link's theme. */
  style: string
  /** Policy sources of its inline scripts. */
  scriptSources: string[]
}

const inlineScript = /<script type="module">(.*?)<\/script>/gs
const inlineStyle = /<style>(.*?)<\/style>/s

/** Reads the built page. Its hashes are computed once, until a build replaces the page. */
export function builtPage({ hosted, now }: { hosted: HostedFiles; now(): Date }): () => Promise<BuiltPage> {
  const inspect = memoize({ now }, Number.POSITIVE_INFINITY, async (html: string) => ({
    html,
    style: inlineStyle.exec(html)?.[1] ?? '',
    scriptSources: [...html.matchAll(inlineScript)].map(([, script = '']) => hashSource(script)),
  }))
  return async () => {
    const html = await hosted.page()
    return inspect(html, html)
  }
}

export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** `origin` is the only site that may embed the page; null for none. */
export function pagePolicy(sources: { scripts: readonly string[]; style: string }, origin: string | null): string {
  return [
    "default-src 'none'",
    // Not `strict-dynamic`: Chromium then blocks the files that an inline script imports, unless it has a nonce.
    `script-src 'self' ${sources.scripts.join(' ')}`,
    `style-src ${sources.style}`,
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
