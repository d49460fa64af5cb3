import { css } from 'lit'

/** The frame of every screen. */
export const stepStyles = css`
  :host { display: flex; flex-direction: column; flex: 1; min-height: 0; font-variant-numeric: tabular-nums }
  :host > *, form { display: flex; flex-direction: column; flex: 1; min-height: 0 }
  form { animation: arrive 0.16s ease-out }
  @keyframes arrive { from { opacity: 0; translate: 0 4px } }
  .still { place-content: center; align-items: center; gap: 12px; color: var(--muted) }
  .still h1 { font-size: 15px; margin: 0 }
  .wheel { width: 28px; height: 28px; border: 3px solid var(--surface-2); border-top-color: var(--muted); border-radius: 50%;
    animation: turn 0.9s linear infinite }
  .none { padding: 24px 0; color: var(--muted); text-align: center }
  @media (height < 340px) { form { overflow-y: auto } .body { flex: none; overflow: visible } }
  @media (prefers-reduced-motion) { form { animation: none } }
`
