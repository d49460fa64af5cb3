import { css } from 'lit'

export const amountStyles = css`
  .amount { display: flex; align-items: baseline; justify-content: center; margin: 22px 0 0; font-size: 54px;
    font-weight: 650; letter-spacing: -0.035em; font-variant-numeric: tabular-nums; line-height: 1.1; cursor: text }
  .amount input { border: 0; background: none; padding: 0; outline: none; text-align: end; font: inherit; color: var(--text);
    letter-spacing: inherit; caret-color: var(--accent); min-width: 1ch; max-width: 100%; flex: 0 1 auto;
    field-sizing: content }
  .amount input::placeholder { color: var(--faint); opacity: 1 }
  @supports (field-sizing: content) { .amount input { width: auto !important } }
  .amount span { font-size: 24px; letter-spacing: 0; color: var(--muted); font-weight: 600; margin-inline-start: 8px }
  .amount:focus-within { text-decoration: none }
  .amount.long { font-size: 40px }
  .amount.longer { font-size: 27px }
  .amount.longest { font-size: 17px; letter-spacing: -0.02em }
  .amount.longer span { font-size: 17px }
  .amount.longest span { font-size: 14px }
  @media (width < 360px) { .amount { font-size: 44px } .amount.long { font-size: 34px } .amount.longer { font-size: 22px }
    .amount.longest { font-size: 13px } }
  .swap { display: flex; gap: 8px; align-items: center; align-self: center; min-height: 44px; padding: 0 12px; margin: 0;
    border: 0; background: none; color: var(--muted); border-radius: 10px; font-variant-numeric: tabular-nums }
  button.swap:hover { background: var(--surface) }
  .problem { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 6px 10px; min-height: 8px;
    text-align: center }
  .problem .error { margin: 0; padding-bottom: 10px }
  .problem .small { margin-bottom: 10px }
  .chips { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; margin-bottom: 16px }
  .chips button { height: 44px; border: 0; border-radius: 10px; background: var(--surface); font-weight: 600; font-size: 14px;
    padding: 0 }
  .chips button:hover { background: var(--surface-2) }
  .hint.center { margin-bottom: 16px }
  /* The opened list takes the whole width below the label. */
  .box .network { display: grid; grid-template-columns: auto 1fr }
  .box .network dt { grid-area: 1 / 1; pointer-events: none }
  .box .network dd { grid-area: 1 / 2 }
  .box .network .choice { grid-column: 1 / -1 }
`
