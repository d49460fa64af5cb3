// The figures at the top of the overview.

import { css, html, nothing } from 'lit'
import type { Overview, OverviewTotals } from '../../../server/contract/console/overview.ts'
import type { Bar } from '../elements/bar-chart.ts'
import { formatCount, formatDollars } from '../elements/format-amount.ts'
import { formatDuration } from '../elements/format-duration.ts'
import { exactTime } from '../elements/format-time.ts'

export function figures({ totals, before }: Overview) {
  const { withoutPrice } = totals
  return html`<dl class="figures">
    ${figure('Succeeded', formatCount(totals.succeeded), `${formatCount(before.succeeded)} in the period before`)}
    ${figure('Success rate', rateOf(totals), `${rateOf(before)} in the period before`)}
    ${figure(
      'Volume',
      formatDollars(totals.fiat),
      html`${formatDollars(before.fiat)} in the period before${
        withoutPrice === 0 ? nothing : html`<br>${formatCount(withoutPrice)} without a price are not in it`
      }`,
    )}
    ${figure('Half arrive within', arrival(totals.half), html`95 % within ${arrival(totals.most)}`)}
  </dl>`
}

function figure(name: string, value: unknown, note: unknown) {
  return html`<div class="card"><dt>${name}</dt><dd><b>${value}</b><span>${note}</span></dd></div>`
}

/** Rounded down: 100 % means that none has failed. */
export function rateOf({ succeeded, failed }: OverviewTotals): string {
  const all = succeeded + failed
  return all === 0 ? 'none ended' : `${Math.floor((succeeded / all) * 1_000) / 10} %`
}

export function arrival(seconds: OverviewTotals['half']): string {
  if (seconds === null) return 'none'
  return seconds === 'beyond' ? 'more than a day' : formatDuration(seconds)
}

export function bars({ series, period }: Overview): Bar[] {
  return series.map(({ at, succeeded, failed }) => ({
    ok: succeeded,
    bad: failed,
    text: `${period === 'day' ? exactTime(at) : at.slice(0, 10)}: ${formatCount(succeeded)} succeeded, ${formatCount(failed)} failed`,
  }))
}

export const figureStyles = css`
  .figures { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)) }
  .figures dt { color: var(--muted); font-size: 0.8125rem }
  .figures b { display: block; font-size: 1.375rem; font-weight: 650; letter-spacing: -0.015em; font-variant-numeric: tabular-nums }
  .figures span { color: var(--muted); font-size: 0.8125rem }
`
