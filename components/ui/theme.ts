// Colours and shared shapes of all screens. The custom properties --tl-* are public: a site sets them on <transfer-link>, the URL
// carries them, and the server writes them into the page's stylesheet. A site cannot set `--own-*`, which the rows that a user
// confirms are drawn with.

import { css } from 'lit'

/** For the outermost element. Elements inside it inherit the properties. */
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
  h1 { font-size: 1.375rem; line-height: 1.2; letter-spacing: -0.015em; font-weight: 650; margin-bottom: 4px;
    text-wrap: balance; overflow-wrap: anywhere }
  h1:focus { outline: none }
  h2 { font-size: 0.75rem; font-weight: 600; color: var(--muted); margin: 14px 0 2px; display: flex;
    justify-content: space-between }
  button, input { font: inherit; color: inherit; letter-spacing: inherit }
  button { cursor: pointer; -webkit-tap-highlight-color: transparent; touch-action: manipulation }
  a { color: var(--accent) }
  .lead { color: var(--muted); margin-bottom: 14px; text-wrap: pretty; overflow-wrap: anywhere }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  svg { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round;
    stroke-linejoin: round }
  .turning:dir(rtl) { scale: -1 1 }
  @media (prefers-reduced-motion) {
    *, *::before, *::after { transition: none !important; animation-duration: 3s !important }
  }
`
