// Reads the size of a picture in a `data:` URL from its first bytes: a few kilobytes can decode to gigabytes of pixels.

/** In pixels, for width and height. A wallet's icon is shown at 48. */
const largest = 1024

const raster = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/

/** Whether the bytes are a PNG, JPEG, WebP or GIF of at most that size. The declared media type is ignored. */
export function isSmallPicture(address: string): boolean {
  const bytes = bytesOf(raster.exec(address)?.[1])
  const size = bytes && sizeOf(bytes)
  return size?.every((pixels) => pixels > 0 && pixels <= largest) ?? false
}

function bytesOf(base64 = ''): DataView | null {
  try {
    return new DataView(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer)
  } catch {
    return null
  }
}

function sizeOf(bytes: DataView): number[] | null {
  try {
    const head = text(bytes, 0, 4)
    if (head === '\x89PNG') return [bytes.getUint32(16), bytes.getUint32(20)]
    if (head === 'GIF8') return [bytes.getUint16(6, true), bytes.getUint16(8, true)]
    if (head === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return sizeOfWebp(bytes)
    return bytes.getUint16(0) === 0xffd8 ? sizeOfJpeg(bytes) : null
  } catch {
    // The file ends before its size.
    return null
  }
}

function sizeOfWebp(bytes: DataView): number[] | null {
  const form = text(bytes, 12, 4)
  if (form === 'VP8 ') return [26, 28].map((at) => bytes.getUint16(at, true) & 0x3fff)
  const packed = bytes.getUint32(21, true)
  if (form === 'VP8L') return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1]
  return form === 'VP8X' ? [24, 27].map((at) => (bytes.getUint32(at, true) & 0xffffff) + 1) : null
}

/** The first segment that begins a frame contains the size. */
function sizeOfJpeg(bytes: DataView): number[] {
  for (let at = 2; ; at += 2 + bytes.getUint16(at + 2)) {
    const marker = bytes.getUint16(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return [bytes.getUint16(at + 7), bytes.getUint16(at + 5)]
    if (marker < 0xffc0) throw new RangeError('no segment of a picture')
  }
}

function text(bytes: DataView, from: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => bytes.getUint8(from + index)))
}
