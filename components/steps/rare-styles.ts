import { css } from 'lit'

/** Styles of the screens that most transfers never show. */
export const rareStyles = css`
  .sign.bad { background: var(--danger-bg); color: var(--danger) }
  .sign.wait { background: var(--surface); color: var(--muted) }
  .field select { flex: 1; min-width: 0; height: 46px; border: 0; background: none; outline: none; font: inherit; font-size: 16px;
    color: var(--text) }
  .ways.center { align-items: center }
  .check { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 10px }
  .check input { width: 22px; height: 22px; margin: 0; accent-color: var(--accent) }
  .check label { margin: 0; padding-block: 12px; font-size: 15px }
  .check .error { grid-column: 1 / -1 }
`
