// Renders a QR code as one SVG path on the server, so that pages need no encoder.

import { encodeQR } from 'qr'

/** Empty modules around the code. The standard requires four. */
const border = 4

export interface QrCode {
  /** Side of the path's square, in modules. */
  size: number
  path: string
}

export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows.flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size: rows.length, path: path.join('') }
}

/** Runs of dark modules, as start and length. */
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
