// Answers that are the same for many readers, compressed as well as can be, once. Meanwhile a quicker form goes out. Bodies that
// nobody else gets, as with a theme of a caller's own making, soon go out as they are: compressing is what costs.

import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, createBrotliCompress, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const pack = promisify(gzip)
const quickLevel = 5
const bestLevel = 11
const kept = 200
/** So many bodies at once, and some more each second. What was requested once is compressed quickly, what is requested again well. */
const burst = 60
const quickPerSecond = 5
const bestPerSecond = 1
/** Of gzip, which is never cached: few browsers need it. */
const gzipBurst = 100
const gzipPerSecond = 20

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

/**
 * A text that each answer has as its own, at every place where `mark` stands: letters and digits, as long as the mark, with its
 * last two letters. Brotli chooses the code of a letter by the two before it.
 */
export interface Filling {
  mark: string
  text: string
}

export interface Compressor {
  /** Null where there were too many different bodies: it goes out as it is. */
  compress(body: string | Buffer, encoding: Encoding, filling?: Filling): Promise<Buffer | null>
}

interface Best {
  bytes: Buffer
  /** Where the mark stands in them, as it is. */
  markAt: number
}

export function compressor(): Compressor {
  const best = new Map<string, Best | null>()
  const underWay = new Set<string>()

  const seen = new Set<string>()
  const takeQuick = allowance(burst, quickPerSecond)
  const takeBest = allowance(burst, bestPerSecond)
  const takeGzip = allowance(gzipBurst, gzipPerSecond)

  async function prepare(key: string, body: Buffer, mark: string | undefined) {
    underWay.add(key)
    const found = await (mark === undefined ? wholly(body) : around(body, mark)).finally(() => underWay.delete(key))
    best.set(key, found)
    for (const oldest of best.keys()) if (best.size > kept) best.delete(oldest)
  }

  return {
    async compress(text, encoding, filling) {
      const body = Buffer.from(text)
      const filled = () => (filling ? Buffer.from(body.toString().replaceAll(filling.mark, filling.text)) : body)
      if (encoding === 'gzip') return takeGzip() ? pack(filled()) : null
      const key = createHash('sha256').update(body).digest('base64')
      const ready = best.get(key)
      if (ready) {
        // What is read again outlives what was read once.
        best.delete(key)
        best.set(key, ready)
        return fill(ready, filling)
      }
      if (ready === undefined && !underWay.has(key)) {
        const isAgain = seen.has(key)
        seen.add(key)
        for (const oldest of seen) if (seen.size > kept) seen.delete(oldest)
        if (isAgain && takeBest()) prepare(key, body, filling?.mark).catch(() => {})
        else if (!takeQuick()) return null
      }
      return atLevel(filled(), quickLevel)
    },
  }
}

/** Whether one more is allowed now. */
function allowance(atOnce: number, perSecond: number): () => boolean {
  let spare = atOnce
  let countedAt = performance.now()
  return () => {
    const now = performance.now()
    spare = Math.min(atOnce, spare + ((now - countedAt) / 1000) * perSecond)
    countedAt = now
    if (spare < 1) return false
    spare -= 1
    return true
  }
}

async function wholly(body: Buffer): Promise<Best> {
  return { bytes: await atLevel(body, bestLevel), markAt: -1 }
}

/** One mark in a hundred shares letters with the body that the encoder then takes from the one for the other. */
const tries = 5

/** Null where it did not come out with any mark. */
async function around(body: Buffer, mark: string): Promise<Best | null> {
  if (!body.includes(mark)) return wholly(body)
  for (let left = tries, tried = mark; left > 0; left--, tried = anotherLike(mark)) {
    const found = await aroundOne(Buffer.from(body.toString().replaceAll(mark, tried)), tried)
    if (found !== null) return found
  }
  return null
}

function anotherLike(mark: string): string {
  const letters = randomBytes(mark.length).toString('base64').replaceAll(/[+/=]/g, 'x')
  return letters.slice(0, mark.length - 2) + mark.slice(-2)
}

/**
 * Compressed so that the mark stands once in the bytes as it is: between two flushes, where nothing of it can be said
 * shorter. Its other places refer to this one. Null where that did not come out.
 */
async function aroundOne(body: Buffer, mark: string): Promise<Best | null> {
  const start = body.indexOf(mark)
  const end = start + mark.length
  const bytes = await inParts([body.subarray(0, start), body.subarray(start, end), body.subarray(end)], body.length)
  const found = { bytes, markAt: bytes.indexOf(mark) }
  if (found.markAt === -1) return null
  // Whatever the encoder made of the mark: with others in its place the text must come out right.
  const isRight = [...'aZ0'].every((letter) => {
    const other = letter.repeat(mark.length - 2) + mark.slice(-2)
    const expected = body.toString().replaceAll(mark, other)
    return brotliDecompressSync(fill(found, { mark, text: other })).toString() === expected
  })
  return isRight ? found : null
}

function fill({ bytes, markAt }: Best, filling: Filling | undefined): Buffer {
  if (filling === undefined || markAt === -1) return bytes
  const copy = Buffer.from(bytes)
  copy.write(filling.text, markAt, 'latin1')
  return copy
}

function inParts(parts: Buffer[], length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = createBrotliCompress({ params: paramsFor(bestLevel, length) })
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', reject)
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    for (const [at, part] of parts.entries()) {
      stream.write(part)
      if (at < parts.length - 1) stream.flush(constants.BROTLI_OPERATION_FLUSH)
    }
    stream.end()
  })
}

function atLevel(body: Buffer, level: number): Promise<Buffer> {
  return brotli(body, { params: paramsFor(level, body.length) })
}

function paramsFor(level: number, length: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  }
}
