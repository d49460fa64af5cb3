import { css } from 'lit'
import { linkStyles } from '../ui/link-styles.ts'
import { partStyles } from '../ui/part-styles.ts'
import { base } from '../ui/theme.ts'

/** The frame of a screen. The first screen needs no more, so its page stays small. */
export const frameStyles = [
  base,
  partStyles,
  css`
    :host { display: flex; flex-direction: column; flex: 1; min-height: 0; font-variant-numeric: tabular-nums }
    form, .keys { display: flex; flex-direction: column; flex: 1; min-height: 0 }
    form { animation: arrive 0.16s ease-out }
    @keyframes arrive { from { opacity: 0; translate: 0 4px } }
    details { scroll-margin-block: 16px }
    summary { cursor: pointer; display: flex; align-items: center; gap: 6px; min-height: 44px; font-size: 0.8125rem; font-weight: 600;
      color: var(--muted); border-radius: 8px }
    summary::after { content: ''; width: 7px; height: 7px; border: solid currentColor; border-width: 0 2px 2px 0; rotate: 45deg;
      margin-block-start: -4px; transition: rotate 0.15s }
    [open] > summary::after { rotate: 225deg; margin-block-start: 3px }
    @media (height < 21.25rem) { form { overflow-y: auto } .body { flex: none; overflow: visible } }
    @media (prefers-reduced-motion) { form { animation: none } }
  `,
]

/** Boxes with rows of facts. `facts` uses the page's colours and fonts, which a site cannot set. */
export const boxStyles = css`
  .facts { --bg: var(--own-bg); --surface: var(--own-surface); --border: var(--own-border); --text: var(--own-text);
    --muted: var(--own-muted); --mono: var(--own-mono); --sans: var(--own-sans); --radius-l: 14px; background: var(--bg);
    color: var(--text); font-family: var(--sans) }
  @media (prefers-contrast: more) { .facts { --muted: var(--text); --border: var(--text) } }
  .box { border: 1px solid var(--border); border-radius: var(--radius-l); overflow: hidden }
  .box > div { display: flex; justify-content: space-between; gap: 4px 14px; align-items: baseline;
    padding: clamp(4px, 5vh - 26px, 10px) 14px }
  .box > div + div { border-top: 1px solid var(--border) }
  .box dt { color: var(--muted); flex-shrink: 9999 }
  .box dd { text-align: end; font-weight: 550; min-width: 0; overflow-wrap: anywhere }
  .box dd small { display: block; color: var(--muted); font-weight: 400; font-size: 0.8125rem }
  .box .firm dt { flex-shrink: 0; max-width: 55% }
  .box .total { background: var(--surface) }
  .box .total dd { font-weight: 700 }
  .box .wide { display: block }
  .box .wide dd { text-align: start; margin-top: 4px }
  .box .tag { margin-top: 6px }
  .mono { font: 0.8125rem/1.55 var(--mono); direction: ltr; unicode-bidi: isolate }
  .address { display: flex; flex-wrap: wrap; gap: 0 0.55em; font: 0.8125rem/1.55 var(--mono); color: var(--muted) }
  .address b { color: var(--text); font-weight: 700 }
  .explorer::after { content: ''; position: absolute; inset: -13px -4px }
  .explorer { position: relative; display: inline-flex; align-items: center; gap: 4px; text-decoration: none; font-weight: 600 }
`

/** Buttons, fields and notices. Transparent borders are visible in forced colours. */
export const controlStyles = css`
  .button { display: flex; align-items: center; justify-content: center; gap: 8px; width: 100%; min-height: 50px;
    padding: 8px 16px; border: 1px solid transparent; border-radius: var(--radius-l); font-weight: 650; font-size: 1rem; line-height: 1.2;
    background: var(--brand); color: var(--on-brand); text-decoration: none; text-align: center;
    transition: opacity 0.12s, background-color 0.12s; overflow-wrap: anywhere }
  .button:hover { opacity: 0.92 }
  .button:active { opacity: 0.8 }
  .button.quiet { background: var(--surface); color: var(--text) }
  .button.quiet:hover { background: var(--surface-2); opacity: 1 }
  .button[aria-disabled='true'] { background: var(--surface-2); color: var(--muted); cursor: default; opacity: 1 }
  .button[aria-busy='true']::before { content: ''; width: 16px; height: 16px; border-radius: 50%;
    border: 2px solid currentColor; border-top-color: transparent; animation: turn 0.8s linear infinite }
  .button svg { display: inline-block }
  @keyframes turn { to { rotate: 1turn } }
  .small { min-height: 36px; padding: 0 12px; border: 1px solid transparent; border-radius: var(--radius-s); background: var(--surface-2);
    font-weight: 600; font-size: 0.875rem; position: relative }
  .small::after { content: ''; position: absolute; inset: -5px }

  .field:has([aria-invalid='true']) { border-color: var(--danger) }
  .field select { flex: 1; min-width: 0; min-height: 46px; border: 0; background: none; outline: none; font: inherit; font-size: 1rem;
    color: var(--text) }
  label { font-weight: 600; font-size: 0.8125rem; display: block; margin-bottom: 6px }
  .entry + .entry { margin-top: 14px }
  .entry .link { font-size: 0.875rem }
  .hint { color: var(--muted); font-size: 0.875rem }
  .error { color: var(--danger); font-size: 0.875rem; font-weight: 550; margin-top: 6px; display: flex; flex-wrap: wrap;
    align-items: center; gap: 4px 10px }
  .error:empty { display: none }
  .center { text-align: center }
  .hint.center { margin-bottom: 16px }
  .ways { display: flex; flex-direction: column; align-items: flex-start; margin-top: 10px }
  .ways.center { align-items: center }
  .spring { flex: 1 !important }

  .alert.danger { background: var(--danger-bg); color: var(--danger) }
  /* A short screen stands in the middle. With more content than room, it begins at the top. */
  .body:has(> .sign, > .wallet-request)::before, .body:has(> .sign, > .wallet-request)::after { content: ''; margin-block: auto }
  .sign { width: 72px; height: 72px; border-radius: 50%; display: grid; place-items: center; margin: 8px auto 14px }
  .sign svg { width: 32px; height: 32px }
  .sign.good { background: var(--success-bg); color: var(--success) }
  .sign.bad { background: var(--danger-bg); color: var(--danger) }
  .sign.wait { background: var(--surface); color: var(--muted) }
  .hero { text-align: center; margin: 4px 0 14px }
  .hero h1 { font-size: min(2.125rem, 12vw); letter-spacing: -0.025em; margin: 0 }
  .hero h1.long { font-size: 1.5rem }
  .hero h1.longest { font-size: 1.125rem }
  .hero .lead { margin: 2px 0 0 }
  .sign + .hero .lead { margin-top: 6px }
  .disc.large { width: 48px; height: 48px; margin-bottom: 14px }
  .end { text-align: end; max-width: 60%; overflow-wrap: anywhere }
  .wheel { width: 28px; height: 28px; border: 3px solid var(--surface-2); border-top-color: var(--muted); border-radius: 50%;
    animation: turn 0.9s linear infinite }
  .waits { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 2px 0 18px; font-size: 0.875rem; color: var(--muted);
    text-align: center }
  .waits .wheel { width: 18px; height: 18px; flex: none; border-width: 2px }
  @media (forced-colors: active) {
    [aria-disabled='true'], .button[aria-disabled='true'] { color: GrayText; border-color: GrayText }
    .wheel, .button[aria-busy='true']::before { border-top-color: Canvas }
  }
  @media (height < 40rem) {
    .body { padding-top: 12px }
    .hero { margin: 0 0 8px }
    .hero h1 { font-size: min(1.75rem, 10vw) }
    footer { padding-block: 8px max(8px, env(safe-area-inset-bottom)); gap: 6px }
  }
`

export const screenStyles = [...frameStyles, linkStyles, controlStyles, boxStyles]
