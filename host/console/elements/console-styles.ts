import { css } from 'lit'

/** Text, links, buttons, fields, cards and notices of every screen. */
export const consoleStyles = css`
  :host { display: block }
  h2 { font-size: 1rem; line-height: 1.3; font-weight: 650; color: var(--text); letter-spacing: -0.01em; margin: 28px 0 10px }
  h3 { font-size: 0.875rem; font-weight: 650; margin: 16px 0 6px }
  a { color: var(--accent); text-decoration: none }
  a:hover { text-decoration: underline; text-underline-offset: 3px }
  .lead { max-width: 72ch; margin-bottom: 16px }
  .muted { color: var(--muted) }
  .mono { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere }
  .number { font-variant-numeric: tabular-nums }
  .nowrap { white-space: nowrap }
  .button { display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-height: 32px; padding: 4px 12px;
    border: 1px solid var(--border); border-radius: var(--radius-s); background: var(--bg); color: var(--text); font-weight: 600;
    line-height: 1.25; white-space: nowrap; transition: background-color 0.12s }
  .button:hover { background: var(--surface); text-decoration: none }
  .button:active { background: var(--surface-2) }
  .button.primary { background: var(--brand); border-color: var(--brand); color: var(--on-brand) }
  .button.primary:hover { background: color-mix(in srgb, var(--brand) 88%, var(--bg)) }
  .button.danger { color: var(--danger) }
  .button.danger.primary { background: var(--danger); border-color: var(--danger); color: var(--bg) }
  .button[aria-disabled='true'], .button:disabled { opacity: 0.55; cursor: default }
  .button.plain { border-color: transparent; background: none; color: var(--accent); padding-inline: 6px }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
  .card { border: 1px solid var(--border); border-radius: var(--radius-m); padding: 16px }
  .card > :last-child { margin-bottom: 0 }
  .card > :first-child { margin-top: 0 }
  .two { display: grid; gap: 2px; justify-items: start }
  .part { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; justify-content: space-between; margin: 28px 0 10px }
  .part h2 { margin: 0 }
  .cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)) }
  pre { margin: 0; padding: 12px; border-radius: var(--radius-s); background: var(--surface); font: 0.8125rem/1.5 var(--mono);
    white-space: pre-wrap; overflow-wrap: anywhere }
  .skeleton { animation: appear 0.2s 0.25s both; display: grid; gap: 14px; padding: 14px 0 }
  .skeleton i { height: 14px; border-radius: 6px; background: var(--surface-2) }
  @keyframes appear { from { opacity: 0 } }
  @media (width < 48rem) { .button { min-height: 40px } }
  @media (forced-colors: active) { .skeleton i { background: GrayText } }
`

/** Labels, inputs and their errors. */
export const fieldStyles = css`
  label, legend { font-weight: 600; font-size: 0.8125rem }
  .field { display: grid; gap: 4px; min-width: 0 }
  .hint { color: var(--muted); font-size: 0.8125rem }
  .error { color: var(--danger); font-size: 0.8125rem }
  input:not([type='checkbox'], [type='radio']), select, textarea { font: inherit; color: var(--text); width: 100%; min-width: 0;
    min-height: 34px; padding: 5px 10px; border: 1px solid var(--faint); border-radius: var(--radius-s); background: var(--bg) }
  input::placeholder, textarea::placeholder { color: var(--muted); opacity: 1 }
  textarea { min-height: 72px; resize: vertical; line-height: 1.4 }
  select { appearance: none; padding-inline-end: 28px;
    background: no-repeat linear-gradient(45deg, transparent 50%, var(--muted) 50%) right 15px center / 5px 5px,
      no-repeat linear-gradient(-45deg, transparent 50%, var(--muted) 50%) right 10px center / 5px 5px, var(--bg) }
  :is(input, select, textarea)[aria-invalid='true'] { border-color: var(--danger) }
  :is(input, select, textarea):focus-visible { outline: 2px solid var(--accent); outline-offset: 0; border-color: transparent }
  .check { display: flex; gap: 8px; align-items: start }
  .check label { font-weight: 400; font-size: 0.875rem }
  input:is([type='checkbox'], [type='radio']) { width: 16px; height: 16px; margin: 2px 0; accent-color: var(--accent) }
  @media (width < 48rem) {
    input:not([type='checkbox'], [type='radio']), select, textarea { font-size: 1rem; min-height: 42px }
  }
`
