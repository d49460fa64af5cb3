import { css } from 'lit'

export const flowStyles = css`
  :host { display: block; height: 100%; background: var(--bg); color: var(--text); font: 0.9375rem/1.45 var(--sans);
    -webkit-font-smoothing: antialiased; text-size-adjust: 100% }
  .card { position: relative; display: flex; flex-direction: column; height: 100%; overflow: hidden }
  header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding: 10px 10px 0 }
  .icon { width: 44px; height: 44px; flex: none; border: 0; background: none; border-radius: 12px; display: grid; place-items: center;
    color: var(--muted); padding: 0 }
  @media (hover) { button.icon:hover { background: var(--surface); color: var(--text) } }
  .who { flex: 1; min-width: 0; text-align: center; font-size: 0.8125rem; color: var(--muted); overflow: hidden; text-overflow: ellipsis }
  .who b { color: var(--text); font-weight: 600 }
  .bars { display: flex; gap: 4px; flex: 0 0 100%; padding: 0 10px; min-height: 3px }
  .bars i { flex: 1; height: 3px; border-radius: 2px; background: var(--surface-2); transition: background-color 0.2s }
  .bars i.on { background: var(--text) }
  main { order: 2; flex: 1; min-height: 0; display: flex; flex-direction: column }
  .notice { order: 1; margin: 8px 12px 0; padding: 10px 14px; border-radius: 12px; background: var(--warn-bg);
    color: var(--warn); font-size: 0.875rem; font-weight: 550; text-align: center }
  .still { display: flex; flex-direction: column; flex: 1; place-content: center; align-items: center; gap: 12px; padding: 0 20px;
    color: var(--muted); text-align: center }
  .still h1 { font-size: 0.9375rem; margin: 0 }
  .wheel { width: 28px; height: 28px; border: 3px solid var(--surface-2); border-top-color: var(--muted); border-radius: 50%;
    animation: turn 0.9s linear infinite }
  @keyframes turn { to { rotate: 1turn } }
  @media (forced-colors: active) { .bars i { background: GrayText } .bars i.on { background: CanvasText } .wheel { border-top-color: Canvas } }
`
