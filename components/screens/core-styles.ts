import { css } from 'lit'

/**
 * Styles of the core flow's screens after the first one. `data-at` is the screen's name. Transparent borders are visible in
 * forced colours.
 */
export const coreStyles = css`
  .button { display: flex; align-items: center; justify-content: center; gap: 8px; width: 100%; min-height: 50px;
    padding: 8px 16px; border: 1px solid transparent; border-radius: var(--radius-l); font-weight: 650; font-size: 16px; line-height: 1.2;
    background: var(--brand); color: var(--on-brand); text-decoration: none; text-align: center;
    transition: opacity 0.12s, background-color 0.12s; overflow-wrap: anywhere }
  .button:hover { opacity: 0.92 }
  .button:active { opacity: 0.8 }
  .button.quiet { background: var(--surface); color: var(--text) }
  .button.quiet:hover { background: var(--surface-2); opacity: 1 }
  .button[aria-disabled='true'] { background: var(--surface-2); color: var(--muted); cursor: default; opacity: 1 }
  .button[aria-busy='true']::before { content: ''; width: 16px; height: 16px; border-radius: 50%;
    border: 2px solid currentColor; border-top-color: transparent; animation: turn 0.8s linear infinite }
  @keyframes turn { to { rotate: 1turn } }
  .link { display: inline-flex; align-items: center; min-height: 44px; padding: 0 4px; margin-inline: -4px; border: 0;
    background: none; font-weight: 600; color: var(--accent); border-radius: 8px; text-decoration: none; text-align: start }
  .link:hover { text-decoration: underline; text-underline-offset: 3px }
  .small { min-height: 36px; padding: 0 12px; border: 1px solid transparent; border-radius: var(--radius-s); background: var(--surface-2);
    font-weight: 600; font-size: 14px; position: relative }
  .small::after { content: ''; position: absolute; inset: -5px }

  .facts { --bg: var(--own-bg); --surface: var(--own-surface); --border: var(--own-border); --text: var(--own-text);
    --muted: var(--own-muted); --mono: var(--own-mono); --sans: var(--own-sans); --radius-l: 14px; background: var(--bg);
    color: var(--text); font-family: var(--sans) }
  @media (prefers-contrast: more) { .facts { --muted: var(--text); --border: var(--text) } }

  .field:has([aria-invalid='true']) { border-color: var(--danger) }
  label { font-weight: 600; font-size: 13px; display: block; margin-bottom: 6px }
  .hint { color: var(--muted); font-size: 14px }
  .error { color: var(--danger); font-size: 14px; font-weight: 550; margin-top: 6px; display: flex; flex-wrap: wrap;
    align-items: center; gap: 4px 10px }
  .error:empty { display: none }

  .end { text-align: end; max-width: 60%; overflow-wrap: anywhere }
  .out b { color: var(--muted) }
  .box { border: 1px solid var(--border); border-radius: var(--radius-l); overflow: hidden }
  .box > div { display: flex; justify-content: space-between; gap: 4px 14px; align-items: baseline;
    padding: clamp(4px, 5vh - 26px, 10px) 14px }
  .box > div + div { border-top: 1px solid var(--border) }
  .box dt { color: var(--muted); flex-shrink: 9999 }
  .box dd { text-align: end; font-weight: 550; min-width: 0; overflow-wrap: anywhere }
  .box dd small { display: block; color: var(--muted); font-weight: 400; font-size: 13px }
  .box .total { background: var(--surface) }
  .box .total dd { font-weight: 700 }
  .box .wide { display: block }
  .box .wide dd { text-align: start; margin-top: 4px }
  .mono { font: 13px/1.55 var(--mono); direction: ltr; unicode-bidi: isolate }
  .spring { flex: 1 !important }
  .alert.danger { background: var(--danger-bg); color: var(--danger) }
  .sign { width: 72px; height: 72px; border-radius: 50%; display: grid; place-items: center; margin: 8px auto 14px }
  .sign svg { width: 32px; height: 32px }
  .sign.good { background: var(--success-bg); color: var(--success) }
  .hero { text-align: center; margin: 4px 0 14px }
  .hero h1 { font-size: 34px; letter-spacing: -0.025em; margin: 0 }
  .hero h1.long { font-size: 24px }
  .hero h1.longest { font-size: 18px }
  .hero .lead { margin: 2px 0 0 }

  summary { cursor: pointer; display: flex; align-items: center; gap: 6px; min-height: 44px; font-size: 13px; font-weight: 600;
    color: var(--muted); border-radius: 8px }
  summary::after { content: ''; width: 7px; height: 7px; border: solid currentColor; border-width: 0 2px 2px 0; rotate: 45deg;
    margin-block-start: -4px; transition: rotate 0.15s }
  [open] > summary::after { rotate: 225deg; margin-block-start: 3px }
  .promises summary { justify-content: center }
  .out .row { cursor: default }

  .disc.large { width: 48px; height: 48px; margin-bottom: 14px }
  .entry + .entry { margin-top: 14px }
  .entry .link { font-size: 14px }
  .code { min-height: 64px; border-radius: var(--radius-l); padding: 0 20px; margin: 0 0 8px }
  .code input { height: 62px; font-size: 30px; letter-spacing: 0.3em; font-weight: 600 }
  .ways { display: flex; flex-direction: column; align-items: flex-start; margin-top: 10px }

  .amount { display: flex; align-items: baseline; justify-content: center; margin: 22px 0 0;
    font-weight: 650; letter-spacing: -0.035em; line-height: 1.1; cursor: text }
  .amount input { border: 0; background: none; padding: 0; outline: none; text-align: end;
    caret-color: var(--accent); min-width: 1ch; min-height: 44px; max-width: 100%; flex: 0 1 auto;
    field-sizing: content }
  .amount input::placeholder { color: var(--faint); opacity: 1 }
  @supports (field-sizing: content) { .amount input { width: auto !important } }
  .amount span { font-size: max(12px, 0.44em); letter-spacing: 0; color: var(--muted); font-weight: 600; margin-inline-start: 8px }
  .swap { display: flex; gap: 8px; align-items: center; align-self: center; min-height: 44px; padding: 0 12px; margin: 0;
    border: 0; background: none; color: var(--muted); border-radius: var(--radius-s) }
  button.swap:hover { background: var(--surface) }
  .problem { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 6px 10px; min-height: 8px;
    text-align: center }
  .problem .error { margin: 0; padding-bottom: 10px }
  .problem .small { margin-bottom: 10px }
  .chips { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; margin-bottom: 16px }
  .chips button { height: 44px; border: 1px solid transparent; border-radius: var(--radius-s); background: var(--surface); font-weight: 600; font-size: 14px;
    padding: 0 }
  .chips button:hover { background: var(--surface-2) }
  .network { display: block; margin-inline-start: auto; border: 0; background: none; padding: 0; text-align: end;
    font-weight: 550; border-radius: 6px; position: relative }
  .network::after { content: ''; position: absolute; inset: -8px }
  .network b { display: inline-flex; align-items: center; gap: 4px; font-weight: inherit }

  .quote { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 6px; font-size: 13px;
    color: var(--muted); margin: 0; min-height: 26px; text-align: center }
  @media (height < 640px) { :host .route { display: none } .body { padding-top: 8px } .hero { margin: 0 0 8px }
    .hero h1 { font-size: 28px } footer { padding-block: 8px max(8px, env(safe-area-inset-bottom)); gap: 6px } }
  .box .tag { margin-top: 6px }
  .copy { font: 600 13px/1 var(--sans); min-height: 24px; padding: 0 4px; border: 0; background: none; color: var(--accent);
    border-radius: 6px; position: relative; white-space: nowrap }
  .copy::after { content: ''; position: absolute; inset: -10px -4px }
  .clock { display: inline-flex; align-items: center; gap: 8px }
  .clock i { width: 16px; height: 16px; border-radius: 50%; mask: radial-gradient(circle 5px, transparent 98%, #000);
    background: conic-gradient(var(--accent) var(--left), var(--surface-2) 0) }

  ol { margin-top: 10px }
  ol li { display: flex; gap: 14px; padding-bottom: 22px; position: relative }
  ol li::before { content: ''; position: absolute; inset-inline-start: 13px; top: 28px; bottom: 0; width: 2px; background: var(--surface-2) }
  .done::before { background: var(--success) !important }
  ol li:last-child::before { display: none }
  ol b { font-weight: 600; display: block; padding: 3px 0; line-height: 22px }
  ol small { color: var(--muted); display: block; font-size: 13px }
  .next b { font-weight: 400; color: var(--muted) }
  .dot { width: 28px; height: 28px; border-radius: 50%; flex: none; display: grid; place-items: center; background: var(--surface-2);
    color: var(--muted); font-size: 14px; font-weight: 700; transition: background-color 0.2s }
  .done .dot { background: var(--success); color: var(--bg) }
  .now .dot { background: var(--bg); box-shadow: inset 0 0 0 3px var(--accent); color: var(--accent) }
  .ticks { display: flex; gap: 4px; margin-top: 8px }
  .ticks i { width: 26px; max-width: 26px; flex: 1; height: 6px; border-radius: 3px; background: var(--surface-2); transition: background-color 0.3s }
  .ticks .on { background: var(--accent) }
  ol + .box { margin-top: auto }
  .explorer::after { content: ''; position: absolute; inset: -13px -4px }
  .explorer { position: relative; display: inline-flex; align-items: center; gap: 4px; text-decoration: none; font-weight: 600 }

  .save { align-self: center; margin-top: 8px }
  .paper { display: none }
  @media print { footer, .save, .screen { display: none } .paper { display: inline } }

  .route { display: flex; align-items: center; justify-content: center; gap: 10px; margin-bottom: 10px }
  hr { width: 48px; height: 2px; margin: 0; border: 0; background: repeating-linear-gradient(90deg, var(--faint) 0 5px, transparent 5px 9px) }
  .address { display: flex; flex-wrap: wrap; gap: 0 0.55em; font: 13px/1.55 var(--mono); color: var(--muted) }
  .address b { color: var(--text); font-weight: 700 }
`
