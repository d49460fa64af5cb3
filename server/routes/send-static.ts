// How built files reach a browser: by their type, and compressed as it can read them.

import { ApiError } from '../contract/errors.ts'
import { acceptedEncoding, type Compressor, type Filling } from '../http/compress.ts'
import type { AppContext } from '../http/request-context.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  map: 'application/json',
  json: 'application/json',
}

/** A file, with the type that the end of the path says. */
export async function sendFile(context: AppContext, small: Compressor, bytes: Buffer | null): Promise<Response> {
  if (bytes === null) throw new ApiError('routeNotFound')
  const type = types[context.req.path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return sendBuilt(context, small, bytes, type)
}

export async function sendBuilt(
  context: AppContext,
  small: Compressor,
  body: string | Buffer,
  type: string,
  filling?: Filling,
): Promise<Response> {
  context.header('Content-Type', type)
  context.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  const compressed = encoding && (await small.compress(body, encoding, filling))
  if (encoding === null || compressed === null) {
    if (typeof body !== 'string') return context.body(new Uint8Array(body), 200)
    return context.body(filling ? body.replaceAll(filling.mark, filling.text) : body, 200)
  }
  context.header('Content-Encoding', encoding)
  return context.body(new Uint8Array(compressed), 200)
}
