// The operator's logos of integrations: files named after the integration's type, checked at start and served from this origin. An
// exchange's logo is its trademark, so none is part of the product.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppEnv } from '../http/request-context.ts'

export interface BrandLogo {
  /** The path on this server, with a hash of the content. */
  path: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** By the integration's type in lower case. */
export type BrandLogos = ReadonlyMap<string, BrandLogo>

/** A problem with the folder or a file: which one, and how to fix it. */
export class BrandLogoError extends Error {}

const maximumBytes = 32_768
const contentTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Reads the folder's files. Throws a BrandLogoError. */
export function readBrandLogos(folder: string, types: readonly string[]): BrandLogos {
  const names = filesOf(folder).filter((name) => !name.startsWith('.'))
  const logos = new Map<string, BrandLogo>()
  for (const name of names) {
    const { name: stem, ext } = parse(name)
    const type = types.find((each) => each.toLowerCase() === stem.toLowerCase())
    const contentType = contentTypes[ext]
    if (type === undefined)
      throw new BrandLogoError(`${name} is not named after an integration: rename it to one of ${types.join(', ')}`)
    if (contentType === undefined) throw new BrandLogoError(`${name} must be an .svg, .png or .webp file`)
    if (logos.has(type.toLowerCase())) throw new BrandLogoError(`${name} is the second logo of ${type}: remove one`)
    const bytes = bytesOf(join(folder, name), name)
    const problem = problemOf(bytes, contentType)
    if (problem !== null) throw new BrandLogoError(`${name} ${problem}`)
    const digest = hash('sha256', bytes, 'hex').slice(0, 16)
    logos.set(type.toLowerCase(), { path: `/logos/${type}-${digest}${ext}`, contentType, bytes })
  }
  return logos
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    throw new BrandLogoError('the folder cannot be read')
  }
}

function bytesOf(path: string, name: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path))
  } catch {
    throw new BrandLogoError(`${name} cannot be read: replace it by a readable file`)
  }
}

function problemOf(bytes: Uint8Array, contentType: string): string | null {
  if (bytes.length > maximumBytes) return `has ${bytes.length} bytes: reduce it to at most ${maximumBytes}`
  const buffer = Buffer.from(bytes)
  if (contentType === 'image/png') {
    return buffer.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' ? null : 'is no PNG: export it again as PNG'
  }
  if (contentType === 'image/webp') {
    const isWebp = buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP'
    return isWebp ? null : 'is no WebP: export it again as WebP'
  }
  return svgProblem(buffer.toString('utf8'))
}

const svgElements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs title desc linearGradient radialGradient stop clipPath mask use symbol'
    .toLowerCase()
    .split(' '),
)

/** Only what a logo needs is accepted: known elements, no handlers, no styles, no references out of the file. */
export function svgProblem(text: string): string | null {
  if (!/^\s*(<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(text)) return 'must begin with an <svg> element'
  if (/<!(?!--)|<\?(?!xml\s)|&#/.test(text))
    return 'must have no doctype, entities or processing instructions: remove them'
  const body = text.replace(/<!--[\s\S]*?-->/g, '')
  for (const [, element = ''] of body.matchAll(/<\s*([^\s/>!?][^\s/>]*)/g)) {
    if (!svgElements.has(element.toLowerCase())) return `has a <${element}> element, which is not allowed: remove it`
  }
  const [, handler] = /[\s"'/:](on[a-z]+)\s*=/i.exec(body) ?? []
  if (handler !== undefined) return `has the event attribute ${handler}: remove it`
  if (/[\s"'/:]style\s*=/i.test(body)) return 'has a style attribute: export it with presentation attributes'
  for (const [, value = ''] of body.matchAll(/[\s"'/:]href\s*=\s*["']?([^"'\s>]*)/gi)) {
    if (!value.startsWith('#')) return 'refers to another file: embed it as paths'
  }
  const foreign = [...body.matchAll(/url\(\s*["']?([^)"'\s]*)/gi)].some(([, value = '']) => !value.startsWith('#'))
  return foreign ? 'refers to another file: embed it as paths' : null
}

const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export function mountBrandLogos(app: Hono<AppEnv>, logos: BrandLogos): void {
  const byPath = new Map([...logos.values()].map((logo) => [logo.path, logo]))
  app.get('/logos/:file', (context) => {
    const logo = byPath.get(context.req.path)
    if (logo === undefined) throw new ApiError('routeNotFound')
    return context.body(logo.bytes, 200, {
      'Content-Type': logo.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
