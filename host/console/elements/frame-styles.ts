import { css } from 'lit'

/** The layout of the page: the navigation beside the content, or above it on a phone. */
export const frameStyles = css`
  :host { display: grid; min-height: 100dvh; grid-template: 'header search' 3.5625rem 'side main' 1fr / 15rem minmax(0, 1fr) }
  header { grid-area: header; display: flex; align-items: center; gap: 8px; padding-block: 0; padding-inline: 16px 12px; background: var(--surface);
    border-inline-end: 1px solid var(--border); position: sticky; top: 0 }
  .brand { display: flex; align-items: center; gap: 8px; font-weight: 650; color: var(--text); white-space: nowrap }
  .brand:hover { text-decoration: none }
  .environment { margin-inline-start: auto; padding: 2px 7px; border-radius: 99px; font-size: 0.6875rem; font-weight: 650;
    background: var(--surface-2); color: var(--muted) }
  .environment.sandbox { background: var(--warn-bg); color: var(--warn) }
  .menu { display: none }
  .side { grid-area: side; display: flex; flex-direction: column; gap: 16px; padding: 8px; background: var(--surface);
    border-inline-end: 1px solid var(--border); position: sticky; top: 3.5625rem;
    height: calc(100dvh - 3.5625rem); overflow-y: auto }
  nav { flex: 1 }
  nav ul { display: grid; gap: 1px }
  nav a { display: flex; align-items: center; gap: 10px; min-height: 34px; padding: 4px 10px; border-radius: var(--radius-s);
    color: var(--text); font-weight: 500 }
  nav a svg { color: var(--muted) }
  nav a:hover { background: var(--surface-2); text-decoration: none }
  nav a[aria-current] { background: var(--bg); font-weight: 650; box-shadow: 0 0 0 1px var(--border) }
  nav a[aria-current] svg { color: var(--accent) }
  .operator { display: grid; gap: 8px; padding: 12px 10px 8px; border-top: 1px solid var(--border); overflow-wrap: anywhere }
  .operator .role { display: block; font-size: 0.8125rem }
  .operator .role::first-letter { text-transform: uppercase }
  .version { font-size: 0.75rem }
  form { grid-area: search; display: flex; align-items: center; gap: 10px; padding: 0 24px; border-bottom: 1px solid var(--border);
    color: var(--muted) }
  form:focus-within { box-shadow: inset 0 -2px var(--accent) }
  input { flex: 1; min-width: 0; height: 40px; border: 0; padding: 0; background: none; color: var(--text); outline: none; appearance: none }
  input::placeholder { color: var(--muted); opacity: 1 }
  main { grid-area: main; padding: 24px; min-width: 0 }
  main:focus { outline: none }
  main[aria-busy='true'] { opacity: 0.6; transition: opacity 0.2s 0.2s }
  .skip { position: absolute; inset-block-start: -60px; inset-inline-start: 8px; padding: 8px 12px; border: 0; background: var(--bg);
    color: var(--accent); font-weight: 600; border-radius: var(--radius-s); z-index: 1 }
  .skip:focus { inset-block-start: 8px }
  @media (width < 48rem) {
    :host { grid-template: 'header' auto 'side' auto 'search' 3.125rem 'main' 1fr / minmax(0, 1fr) }
    header { position: static; flex-wrap: wrap; padding: 8px 16px; border-inline-end: 0; border-bottom: 1px solid var(--border) }
    .environment { margin-inline-start: 0 }
    .menu { display: inline-flex; margin-inline-start: auto }
    .side { position: static; height: auto; border-inline-end: 0; border-bottom: 1px solid var(--border) }
    .side:not([data-open]) { display: none }
    nav a { min-height: 44px }
    form { padding: 0 16px }
    input { font-size: 1rem }
    main { padding: 16px }
  }
  @media (forced-colors: active) { nav a[aria-current] { outline: 1px solid; outline-offset: -1px } .environment { border: 1px solid } }
`
