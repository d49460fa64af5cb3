import { css, html, nothing, svg } from 'lit'

const height = 96
const barWidth = 10
const gap = 4

export interface Bar {
  /** What the bar shows, as a whole sentence. */
  text: string
  ok: number
  bad: number
}

/**
 * Two counts for each of a few times, one above the other. `text` says what the chart shows: it replaces the picture for screen readers, who
 * find the counts in the table of the screen. The styles are `barChartStyles`.
 */
export function barChart({ bars, text }: { bars: readonly Bar[]; text: string }) {
  const width = bars.length * (barWidth + gap) - gap
  const greatest = Math.max(1, ...bars.map(({ ok, bad }) => ok + bad))
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label=${text}>
    <line class="ground" x1="0" x2=${width} y1=${height} y2=${height} />
    ${bars.map((bar, index) => columnOf(bar, { x: index * (barWidth + gap), scale: height / greatest }))}
  </svg>`
}

function columnOf({ text, ok, bad }: Bar, { x, scale }: { x: number; scale: number }) {
  const part = (kind: string, y: number, length: number) =>
    length === 0 ? nothing : svg`<rect class=${kind} x=${x} y=${y} width=${barWidth} height=${length} />`
  const [low, high] = [ok * scale, bad * scale]
  return svg`<g><title>${text}</title><rect class="all" x=${x} y="0" width=${barWidth} height=${height} />
    ${part('ok', height - low, low)}${part('bad', height - low - high, high)}</g>`
}

export const barChartStyles = css`
  .bars { display: block; width: 100%; height: 96px; stroke: none }
  .bars .all { fill: transparent }
  .bars g:hover .all { fill: var(--surface-2) }
  .bars .ok { fill: var(--accent) }
  .bars .bad { fill: var(--danger) }
  .bars .ground { stroke: var(--border); stroke-width: 1; vector-effect: non-scaling-stroke }
  @media (forced-colors: active) { .bars .ok { fill: Highlight } .bars .bad { fill: CanvasText } }
`
