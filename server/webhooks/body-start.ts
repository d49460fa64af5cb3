// The first KB of a response, for the delivery log. At most 64 KB are read: a receiver could send without end.

import type { IncomingMessage } from 'node:http'
import { plainText } from '../contract/plain-text.ts'

const shownBytes = 1024
const readBytes = 64 * 1024

/** A body that breaks off is returned as far as it came. */
export async function bodyStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < shownBytes) chunks.push(chunk)
      size += chunk.length
      if (size > readBytes) break
    }
  } catch {
    // The receiver closed the connection, or the attempt's time is over.
  }
  return textOf(Buffer.concat(chunks).subarray(0, shownBytes), size > shownBytes)
}

/** Bytes that are not UTF-8 become U+FFFD, which is longer, so the text is cut again. */
function textOf(bytes: Buffer, isCut: boolean): string {
  const text = plainText(decode(bytes, isCut))
  const again = Buffer.from(text)
  return again.length > shownBytes ? decode(again.subarray(0, shownBytes), true) : text
}

/** Leaves out a character that is cut in the middle. */
function decode(bytes: Buffer, isCut: boolean): string {
  return new TextDecoder().decode(bytes, { stream: isCut })
}
