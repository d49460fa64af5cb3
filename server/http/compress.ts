// Answers that are the same for many readers, compressed as well as can be, once. Meanwhile a quicker form goes out.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const pack = promisify(gzip)
const quickLevel = 5
const bestLevel = 11
const kept = 200
/** So many bodies at once, and one more each second: whoever asks for ever new ones gets them quickly compressed. */
const burst = 60

export type Encoding = 'br' | 'gzip'

/** What the client takes, best first; null for neither. */
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

export interface Compressor {
  compress(body: string | Buffer, encoding: Encoding): Promise<Buffer>
}

export function compressor(): Compressor {
  const best = new Map<string, Buffer>()
  const underWay = new Set<string>()

  let spare = burst
  let countedAt = performance.now()

  async function prepare(key: string, body: Buffer) {
    const now = performance.now()
    spare = Math.min(burst, spare + (now - countedAt) / 1000)
    countedAt = now
    if (underWay.has(key) || spare < 1) return
    spare -= 1
    underWay.add(key)
    const bytes = await atLevel(body, bestLevel).finally(() => underWay.delete(key))
    best.set(key, bytes)
    for (const oldest of best.keys()) if (best.size > kept) best.delete(oldest)
  }

  return {
    async compress(text, encoding) {
      const body = Buffer.from(text)
      if (encoding === 'gzip') return pack(body)
      const key = createHash('sha256').update(body).digest('base64')
      const ready = best.get(key)
      if (ready !== undefined) return ready
      prepare(key, body).catch(() => {})
      return atLevel(body, quickLevel)
    },
  }
}

function atLevel(body: Buffer, level: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
