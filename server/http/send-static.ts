// Sends built files and pages with their content type, compressed if the browser accepts it.

import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { memoize } from '../cache/memoize.ts'
import { ApiError } from '../contract/errors.ts'
import { acceptedEncoding, compress, type Encoding } from './compress.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  map: 'application/json',
  json: 'application/json',
}

/** An SVG from this origin can run nothing, even if a browser opens it as a page. */
export const svgPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** A smaller body gains less than its headers cost. */
const minimumBytes = 300

/** Sends the bytes of a file, or throws `routeNotFound` for null. Each file is compressed once, by its content, and cached. */
export function fileSender({ now }: { now(): Date }): (context: Context, bytes: Buffer | null) => Promise<Response> {
  const compressOnce = memoize({ now }, Number.POSITIVE_INFINITY, ([bytes, encoding]: [Buffer, Encoding]) =>
    compress(bytes, encoding, 'best'),
  )
  return async (context, bytes) => {
    if (bytes === null) throw new ApiError('routeNotFound')
    const extension = context.req.path.split('.').at(-1) ?? ''
    context.header('Content-Type', types[extension] ?? 'application/octet-stream')
    if (extension === 'svg') context.header('Content-Security-Policy', svgPolicy)
    return sendCompressed(context, bytes, (encoding) =>
      compressOnce(`${encoding} ${hash('sha256', bytes)}`, [bytes, encoding]),
    )
  }
}

/** The size of Node's thread pool. */
const maximumCompressions = 4

/**
 * Sends a page that was made for this request. Anyone may request pages, so compressions never queue: beyond the maximum, a page is
 * sent uncompressed.
 */
export function pageSender(): (context: Context, html: string) => Promise<Response> {
  let running = 0
  return async (context, html) => {
    context.header('Content-Type', 'text/html; charset=utf-8')
    if (running >= maximumCompressions) return context.body(html, 200, { Vary: 'Accept-Encoding' })
    running++
    try {
      return await sendCompressed(context, html, (encoding) => compress(html, encoding, 'fast'))
    } finally {
      running--
    }
  }
}

async function sendCompressed(
  context: Context,
  body: string | Buffer,
  compressed: (encoding: Encoding) => Promise<Buffer>,
): Promise<Response> {
  context.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  if (encoding === null || Buffer.byteLength(body) < minimumBytes)
    return context.body(new Uint8Array(Buffer.from(body)), 200)
  context.header('Content-Encoding', encoding)
  return context.body(new Uint8Array(await compressed(encoding)), 200)
}
