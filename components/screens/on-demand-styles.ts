import { css } from 'lit'

/** Styles of the screens that are loaded on demand. */
export const onDemandStyles = css`
  .promises li { display: flex; gap: 10px; font-size: 14px; padding: 4px 0 }
  .promises li svg { color: var(--success); margin-top: 3px }
  .promises dl { margin: 8px 0 }
  .body .quote { margin-top: 12px }
  .box s { display: block; color: var(--muted); font-weight: 400; font-size: 13px }
  .sign.bad { background: var(--danger-bg); color: var(--danger) }
  .sign.wait { background: var(--surface); color: var(--muted) }
  .link[aria-disabled='true'] { color: var(--muted); text-decoration: none; cursor: default }
  .center { text-align: center }
  .field select { flex: 1; min-width: 0; height: 46px; border: 0; background: none; outline: none; font: inherit; font-size: 16px;
    color: var(--text) }
  .ways.center { align-items: center }
  .check { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 10px }
  .check input { width: 22px; height: 22px; margin: 0; accent-color: var(--accent) }
  .check label { margin: 0; padding-block: 12px; font-size: 15px }
  .check .error { grid-column: 1 / -1 }
  .hint.center { margin-bottom: 16px }
  .number { font-size: 40px; font-weight: 650; letter-spacing: 0.15em; font-variant-numeric: tabular-nums }
  .wide .network { margin-top: -26px }
  fieldset { border: 0; margin: 10px 0 0; padding: 0 }
  fieldset label { display: flex; align-items: center; gap: 10px; min-height: 52px; margin: 0 -8px; padding: 4px 8px;
    border-radius: var(--radius-s); cursor: pointer; font-size: 15px }
  fieldset label:hover { background: var(--surface) }
  fieldset label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px }
  fieldset label span { flex: 1; font-weight: 600 }
  fieldset input { accent-color: var(--accent); width: 20px; height: 20px; margin: 0 }
  fieldset input:focus-visible { outline: none }
  fieldset .disc { width: 28px; height: 28px }
  fieldset label:has(:disabled) { cursor: default; color: var(--muted) }
`
