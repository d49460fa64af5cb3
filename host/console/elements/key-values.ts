import { css, html, nothing } from 'lit'

/** Facts as a list of names and values. A value of null leaves its name out. The styles are `keyValueStyles`. */
export function keyValues(facts: readonly (readonly [name: string, value: unknown])[]) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== nothing)
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export const keyValueStyles = css`
  .facts { display: grid; margin-bottom: 16px }
  .facts > div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 4px 16px; padding: 6px 0;
    border-bottom: 1px solid var(--border) }
  .facts > div:last-child { border-bottom: 0 }
  .facts dt { color: var(--muted) }
  .facts dd { overflow-wrap: anywhere }
  @media (width < 30rem) { .facts > div { grid-template-columns: minmax(0, 1fr) } }
`
