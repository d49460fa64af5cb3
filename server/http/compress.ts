// Compression of built files and pages, as the client accepts it: brotli before gzip.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip'

/** `fast` takes about 3 ms for a page and suits a single response. `best` takes up to 100 ms: cache its result. */
type Effort = 'fast' | 'best'

const brotliQuality = { fast: 7, best: 11 }
const gzipLevel = { fast: 6, best: 9 }

/** Returns the best encoding that an Accept-Encoding header allows, or null if it allows neither. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const names = (header ?? '').split(',').flatMap((part) => {
    const [name = '', quality = ''] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name]
  })
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

export function compress(body: string | Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: gzipLevel[effort] })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
  }
  return compressBrotli(body, { params })
}
