// A QR code as one path of an SVG, made here so that no page has to know how.

import { encodeQR } from 'qr'

/** Modules around the code that stay empty: readers want four. */
const border = 4

export interface QrCode {
  /** Of the square in which the path lies. */
  size: number
  path: string
}

export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows.flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size: rows.length, path: path.join('') }
}

/** Dark modules beside each other, as start and length. */
function runsIn(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
