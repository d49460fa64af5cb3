// The operator's logos of integrations: files named after the integration's type, checked at start and served from this origin. An
// exchange's logo is its trademark, so none is part of the product.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Hono } from 'hono'
import { ApiError } from '../contract/errors.ts'
import type { AppEnv } from '../http/request-context.ts'
import { svgPolicy } from '../http/send-static.ts'

export interface BrandLogo {
  /** The path on this server, with a hash of the content. */
  path: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** By the integration's type in lower case. */
export type BrandLogos = ReadonlyMap<string, BrandLogo>

/** All problems of the folder, each with its file and how to fix it. */
export class BrandLogoError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'BrandLogoError'
    this.problems = problems
  }
}

const maximumBytes = 32_768
const contentTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Reads the folder's files. Throws a BrandLogoError. */
export function readBrandLogos(folder: string, types: readonly string[]): BrandLogos {
  const logos = new Map<string, BrandLogo>()
  const problems: string[] = []
  for (const name of filesOf(folder)) {
    const path = join(folder, name)
    const { name: stem } = parse(name)
    const type = types.find((each) => each.toLowerCase() === stem.toLowerCase())
    const logo = type === undefined ? `must be named after an integration: ${types.join(', ')}.` : readLogo(path, type)
    if (typeof logo === 'string') problems.push(`${path} ${logo}`)
    else if (logos.has(stem.toLowerCase())) problems.push(`${path} is the second logo of ${type}. Remove one.`)
    else logos.set(stem.toLowerCase(), logo)
  }
  if (problems.length > 0) throw new BrandLogoError(problems)
  return logos
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    throw new BrandLogoError([`${folder} cannot be read as a folder.`])
  }
}

/** Returns the problem if the file cannot be a logo. */
function readLogo(path: string, type: string): BrandLogo | string {
  const { ext } = parse(path)
  const contentType = contentTypes[ext]
  if (contentType === undefined) return 'must be an .svg, .png or .webp file.'
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(readFileSync(path))
  } catch {
    return 'cannot be read. Replace it with a readable file.'
  }
  const digest = hash('sha256', bytes, 'hex').slice(0, 16)
  return problemOf(bytes, contentType) ?? { path: `/logos/${type}-${digest}${ext}`, contentType, bytes }
}

function problemOf(bytes: Uint8Array, contentType: string): string | null {
  if (bytes.length > maximumBytes) return `has ${bytes.length} bytes. Reduce it to at most ${maximumBytes}.`
  const buffer = Buffer.from(bytes)
  if (contentType === 'image/png') {
    const isPng = buffer.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
    return isPng ? null : 'is not a PNG. Export it again as PNG.'
  }
  if (contentType === 'image/webp') {
    const isWebp = buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP'
    return isWebp ? null : 'is not a WebP. Export it again as WebP.'
  }
  return svgProblem(buffer.toString('utf8'))
}

const svgElements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs title desc linearGradient radialGradient stop clipPath mask use symbol'
    .toLowerCase()
    .split(' '),
)

/** How to replace an element that is not accepted. Others are removed. */
const replacements: Record<string, string> = {
  text: 'Convert text to paths.',
  style: 'Export it with presentation attributes.',
  image: 'Convert the image to paths.',
}

const foreignReference = 'refers to another file. Embed it as paths.'

/**
 * Only what a logo needs is accepted: known elements, no handlers, no styles, no references out of the file. Comments are refused:
 * an HTML parser ends some of them earlier than an XML parser.
 */
export function svgProblem(text: string): string | null {
  if (!/^\s*(<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(text)) return 'must begin with an <svg> element.'
  if (text.includes('<!--')) return 'contains a comment, which is not allowed. Remove it.'
  if (/<!|<\?(?!xml\s)|&#/.test(text))
    return 'contains a doctype, an entity or a processing instruction, which is not allowed. Remove it.'
  for (const [, element = ''] of text.matchAll(/<\s*([^\s/>!?][^\s/>]*)/g)) {
    const name = element.toLowerCase()
    if (!svgElements.has(name))
      return `contains <${element}>, which is not allowed. ${replacements[name] ?? 'Remove it.'}`
  }
  const [, handler] = /[\s"'/:](on[a-z]+)\s*=/i.exec(text) ?? []
  if (handler !== undefined) return `contains the event attribute ${handler}, which is not allowed. Remove it.`
  if (/[\s"'/:]style\s*=/i.test(text))
    return 'contains a style attribute, which is not allowed. Export it with presentation attributes.'
  for (const [, value = ''] of text.matchAll(/[\s"'/:]href\s*=\s*["']?([^"'\s>]*)/gi)) {
    if (!value.startsWith('#')) return foreignReference
  }
  const foreign = [...text.matchAll(/url\(\s*["']?([^)"'\s]*)/gi)].some(([, value = '']) => !value.startsWith('#'))
  return foreign ? foreignReference : null
}

export function mountBrandLogos(app: Hono<AppEnv>, logos: BrandLogos): void {
  const byPath = new Map([...logos.values()].map((logo) => [logo.path, logo]))
  app.get('/logos/:file', (context) => {
    const logo = byPath.get(context.req.path)
    if (logo === undefined) throw new ApiError('routeNotFound')
    return context.body(logo.bytes, 200, {
      'Content-Type': logo.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': svgPolicy,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
  })
}
