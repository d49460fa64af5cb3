// Colours and shared shapes of all screens. The custom properties --tl-* are public: a site sets them on <transfer-link>, the URL
// carries them, and the server writes them into the page's stylesheet. A site cannot set `--own-*`, which the rows that a user
// confirms are drawn with.

import { css } from 'lit'

export const theme = css`
  :host {
    --own-bg: light-dark(#fff, #14181f);
    --own-surface: light-dark(#f5f6f8, #1c222b);
    --own-border: light-dark(#e2e5ea, #2d3541);
    --own-text: light-dark(#10151c, #f2f4f7);
    --own-muted: light-dark(#5a6472, #a3adbb);
    --own-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    --own-sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --bg: var(--tl-color-bg, var(--own-bg));
    --surface: var(--tl-color-surface, var(--own-surface));
    --surface-2: var(--tl-color-surface-2, light-dark(#eceef2, #262d38));
    --border: var(--tl-color-border, var(--own-border));
    --text: var(--tl-color-text, var(--own-text));
    --muted: var(--tl-color-text-muted, var(--own-muted));
    --faint: light-dark(#8a94a3, #7b8696);
    --brand: var(--tl-color-brand, light-dark(#10151c, #f2f4f7));
    --on-brand: var(--tl-color-on-brand, light-dark(#fff, #10151c));
    --accent: var(--tl-color-focus, light-dark(#1f5eff, #7aa2ff));
    --success: var(--tl-color-success, light-dark(#0b7a4b, #4cc38a));
    --success-bg: light-dark(#e7f6ee, #12291f);
    --warn: var(--tl-color-warning, light-dark(#8a5300, #f0b35a));
    --warn-bg: light-dark(#fff4e0, #2c2313);
    --danger: var(--tl-color-danger, light-dark(#b3261e, #ff8a80));
    --danger-bg: light-dark(#fdecea, #2f1a18);
    --mono: var(--tl-font-mono, var(--own-mono));
    --radius-s: var(--tl-radius-s, 10px);
    --radius-m: var(--tl-radius-m, 12px);
    --radius-l: var(--tl-radius-l, 14px);
    --sans: var(--tl-font-family, var(--own-sans));
  }
  @media (prefers-contrast: more) {
    :host { --muted: var(--text); --faint: var(--text); --border: var(--text) }
  }
`

export const base = css`
  *, *::before, *::after { box-sizing: border-box }
  h1, h2, p, ul, ol, dl, dd, figure { margin: 0; padding: 0 }
  ul, ol { list-style: none }
  h1 { font-size: 22px; line-height: 1.2; letter-spacing: -0.015em; font-weight: 650; margin-bottom: 4px;
    text-wrap: balance; overflow-wrap: anywhere }
  h1:focus { outline: none }
  h2 { font-size: 12px; font-weight: 600; color: var(--muted); margin: 14px 0 2px; display: flex;
    justify-content: space-between }
  button, input { font: inherit; color: inherit; letter-spacing: inherit }
  button { cursor: pointer; -webkit-tap-highlight-color: transparent; touch-action: manipulation }
  a { color: var(--accent) }
  .lead { color: var(--muted); margin-bottom: 14px; text-wrap: pretty }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  svg { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round;
    stroke-linejoin: round }

  .body { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; overscroll-behavior: contain; padding: 22px 20px 16px;
    mask: linear-gradient(to top, transparent, #000 16px);
    display: flex; flex-direction: column; scrollbar-width: thin; scrollbar-color: var(--border) transparent }
  .body > * { flex: none }
  footer { padding: 12px 20px max(16px, env(safe-area-inset-bottom)); display: grid; gap: 8px }
  .note { text-align: center; font-size: 12px; color: var(--muted); text-wrap: balance }
  .turning:dir(rtl) { scale: -1 1 }
  .note svg { display: inline-block; vertical-align: -2px; margin-inline-end: 5px }

  .field { display: flex; align-items: center; gap: 10px; background: var(--surface); border: 1px solid var(--faint);
    border-radius: var(--radius-m); min-height: 48px; padding: 0 14px; color: var(--muted); cursor: text;
    transition: border-color 0.12s, box-shadow 0.12s, background-color 0.12s }
  .field:focus-within { border-color: var(--accent); background: var(--bg);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 22%, transparent) }
  .field input { flex: 1; min-width: 0; width: 100%; height: 46px; border: 0; background: none; outline: none;
    font-size: 16px; font-weight: 400; color: var(--text) }
  .field input::placeholder { color: var(--muted); opacity: 1 }
  .rows { margin: 2px -8px 0 }
  .row { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 54px; padding: 6px 8px; border: 0;
    border-radius: var(--radius-m); background: none; text-align: start; transition: background-color 0.12s }
  button.row:hover:not([aria-disabled='true']), button.row:focus-visible { background: var(--surface) }
  button.row:active:not([aria-disabled='true']) { background: var(--surface-2) }
  button.row[aria-disabled='true'] { cursor: default }
  .mid { flex: 1; min-width: 0; overflow-wrap: anywhere }
  .mid b, .end b { display: block; font-weight: 600 }
  .row small { display: block; color: var(--muted); font-size: 13px; line-height: 1.35 }
  .pill { font-size: 12px; font-weight: 600; padding: 3px 9px; border-radius: 99px; background: var(--surface-2);
    color: var(--muted); white-space: nowrap }
  .pill.warn { background: var(--warn-bg); color: var(--warn) }
  .pill.ok { background: var(--success-bg); color: var(--success) }


  .alert { border-radius: var(--radius-l); padding: 12px 14px; font-size: 14px; display: flex; gap: 10px; margin-bottom: 14px;
    background: var(--surface); color: var(--text) }
  .alert b { display: block; font-weight: 650 }
  .alert.warn { background: var(--warn-bg); color: var(--warn) }
  .alert svg { margin-top: 1px }

  .disc { position: relative; flex: none; width: 40px; height: 40px }
  .disc i { position: absolute; inset: 0; isolation: isolate; overflow: hidden; display: grid; place-items: center; border-radius: 50%; color: #fff; line-height: 1;
    font-style: normal; font-weight: 700; font-size: 16px; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--text) 14%, transparent) }
  .disc svg { position: absolute; inset: 0; width: 100%; height: 100%; z-index: -1 }
  .disc i + i { inset-block: auto -4px; inset-inline: auto -4px; width: 20px; height: 20px; border: 2px solid var(--bg); font-size: 9px }
  .disc.square i { border-radius: 11px }
  .disc img { display: block; width: 100%; height: 100%; object-fit: contain; border-radius: 11px }
  .disc .dark { color: #10151c }
  .skeleton { animation: appear 0.2s 0.25s both }
  .skeleton div { display: flex; align-items: center; gap: 12px; min-height: 54px }
  .skeleton i { background: var(--surface-2); border-radius: 6px; height: 12px; flex: 0 1 40% }
  .skeleton i:first-child { height: 40px; border-radius: 50%; flex: none; width: 40px }
  .skeleton i:last-child { margin-inline-start: auto; flex-basis: 18% }
  @keyframes appear { from { opacity: 0 } }
  @media (prefers-reduced-motion) {
    *, *::before, *::after { transition: none !important; animation-duration: 3s !important }
  }
  @media (forced-colors: active) {
    .field, .pill, .alert, .disc i, .dot, .sign { border: 1px solid }
  }
`
