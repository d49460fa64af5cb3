import { css, html, nothing, svg } from 'lit'

const width = 120
const height = 28
const inset = 2

interface SparklineOptions {
  /** Oldest first. Null: nothing is known of that time, and the line has a gap. */
  values: readonly (number | null)[]
  /** What the line shows, as a whole sentence: it replaces the picture for screen readers. */
  text: string
}

/** A small line chart from zero to the greatest value. The styles are `sparklineStyles`. */
export function sparkline({ values, text }: SparklineOptions) {
  const points = linesOf(values)
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img"
    aria-label=${text}><title>${text}</title>${points.map(lineOf)}</svg>`
}

function lineOf(points: readonly string[]) {
  const [only] = points
  if (points.length > 1) return svg`<polyline points=${points.join(' ')} />`
  const [x, y] = only?.split(',') ?? []
  return only === undefined ? nothing : svg`<circle cx=${x} cy=${y} r="1.5" />`
}

/** The points of each unbroken line, as `x,y`. */
export function linesOf(values: readonly (number | null)[]): string[][] {
  const greatest = Math.max(0, ...values.filter((value) => value !== null))
  const lines: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) {
      lines.push([])
      continue
    }
    const x = inset + (index / Math.max(1, values.length - 1)) * (width - 2 * inset)
    const y = height - inset - (greatest === 0 ? 0 : value / greatest) * (height - 2 * inset)
    lines.at(-1)?.push(`${round(x)},${round(y)}`)
  }
  return lines.filter(({ length }) => length > 0)
}

const round = (value: number) => Math.round(value * 10) / 10

export const sparklineStyles = css`
  .sparkline { display: inline-block; vertical-align: middle; color: var(--accent); stroke-width: 1.5; overflow: visible }
  .sparkline circle { fill: currentColor; stroke: none }
`
