import { css } from 'lit'

/** What screens are made of: the scrolling body and the footer, fields, rows, pills, notices, discs, and rows that are loading. */
export const partStyles = css`
  .body { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; overscroll-behavior: contain; padding: 22px 20px 16px;
    mask: linear-gradient(to top, transparent, #000 16px, #000 calc(100% - 8px), transparent);
    display: flex; flex-direction: column; scrollbar-width: thin; scrollbar-color: var(--border) transparent }
  .body > * { flex: none }
  footer { padding: 12px 20px max(16px, env(safe-area-inset-bottom)); display: grid; gap: 8px }
  .note { text-align: center; font-size: 0.75rem; color: var(--muted); text-wrap: balance }
  .note svg { display: inline-block; vertical-align: -2px; margin-inline-end: 5px }
  .field { display: flex; align-items: center; gap: 10px; background: var(--surface); border: 1px solid var(--faint);
    border-radius: var(--radius-m); min-height: 48px; padding: 0 14px; color: var(--muted); cursor: text;
    transition: border-color 0.12s, box-shadow 0.12s, background-color 0.12s }
  .field:focus-within { border-color: var(--accent); background: var(--bg);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 22%, transparent) }
  .field input { flex: 1; min-width: 0; width: 100%; min-height: 46px; border: 0; background: none; outline: none;
    font-size: 1rem; font-weight: 400; color: var(--text); text-overflow: ellipsis }
  .field input::placeholder { color: var(--muted); opacity: 1 }
  .rows { margin: 2px -8px 0 }
  .row { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 54px; padding: 6px 8px; border: 0;
    border-radius: var(--radius-m); background: none; text-align: start; transition: background-color 0.12s }
  button.row:hover:not([aria-disabled='true']), button.row:focus-visible { background: var(--surface) }
  button.row:active:not([aria-disabled='true']) { background: var(--surface-2) }
  button.row[aria-disabled='true'] { cursor: default }
  .mid { flex: 1; min-width: 0; overflow-wrap: anywhere }
  .mid b, .end b { display: block; font-weight: 600 }
  /* Large text on a phone: what stands at the end goes below. */
  @media (width < 18rem) { .row, .sandbox { flex-wrap: wrap } .row .mid, .sandbox .mid { min-width: 7em } .row .end { flex: none; max-width: none; margin-inline-start: auto } }
  .row small { display: block; color: var(--muted); font-size: 0.8125rem; line-height: 1.35 }
  .pill { font-size: 0.75rem; font-weight: 600; padding: 3px 9px; border-radius: 99px; background: var(--surface-2);
    color: var(--muted); white-space: nowrap }
  .pill.warn { background: var(--warn-bg); color: var(--warn) }
  .pill.ok { background: var(--success-bg); color: var(--success) }
  .alert { border-radius: var(--radius-l); padding: 12px 14px; font-size: 0.875rem; display: flex; gap: 10px; margin-bottom: 14px;
    background: var(--surface); color: var(--text) }
  .alert b { display: block; font-weight: 650 }
  .alert.warn { background: var(--warn-bg); color: var(--warn) }
  .alert svg { margin-top: 1px }
  .disc { position: relative; flex: none; width: 40px; height: 40px }
  .disc i { position: absolute; inset: 0; isolation: isolate; overflow: hidden; display: grid; place-items: center; border-radius: 50%; color: #fff; line-height: 1;
    font-style: normal; font-weight: 700; font-size: 16px }
  .disc svg, .disc i img, .disc i::after { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: inherit }
  .disc svg { z-index: -1; stroke: none }
  .disc i::after { content: ''; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--text) 14%, transparent) }
  .disc i + i { inset-block: auto -4px; inset-inline: auto -4px; width: 20px; height: 20px; border: 2px solid var(--bg); font-size: 9px }
  .disc.square i { border-radius: 11px }
  .disc img { display: block; width: 100%; height: 100%; object-fit: contain; border-radius: 11px }
  .disc img:not(.failed) + i, .disc .failed { display: none }
  .disc .dark { color: #10151c }
  .skeleton { animation: appear 0.2s 0.25s both }
  .skeleton div { display: flex; align-items: center; gap: 12px; min-height: 54px }
  .skeleton i { background: var(--surface-2); border-radius: 6px; height: 12px; flex: 0 1 40% }
  .skeleton i:first-child { height: 40px; border-radius: 50%; flex: none; width: 40px }
  .skeleton i:last-child { margin-inline-start: auto; flex-basis: 18% }
  @keyframes appear { from { opacity: 0 } }
  @media (forced-colors: active) {
    .field, .pill, .alert, .disc i, .dot, .sign { border: 1px solid }
    .skeleton i { background: GrayText }
  }
`
