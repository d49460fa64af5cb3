import { unsafeCSS } from '@lit/reactive-element/css-tag.js'

// Not Lit's `css` tag: it brings code for error messages. This text contains no foreign value.
const css = String.raw

const sheet = css`
  width: 100%; height: calc(100dvh - 12px - var(--keyboard, 0px)); margin: auto auto var(--keyboard, 0);
  border-end-start-radius: 0; border-end-end-radius: 0; --from: 0 100%
`

/** The dialog on a site's page. It inherits nothing from the page's styles. */
export const shellStyles = unsafeCSS(css`
  :host { display: contents; color-scheme: light dark }
  :host([theme='light']) { color-scheme: light }
  :host([theme='dark']) { color-scheme: dark }
  :host([layout='inline']) { display: block }
  :host([hidden]) { display: none }
  dialog { all: initial; color-scheme: inherit; box-sizing: border-box; position: fixed; inset: 0; margin: auto;
    display: flex; flex-direction: column; width: min(var(--tl-width, 420px), 100%);
    height: min(var(--tl-max-height, 720px), 100dvh - 32px - var(--keyboard, 0px));
    border-radius: var(--tl-radius, 20px); overflow: hidden; overscroll-behavior: contain;
    background: var(--tl-color-bg, light-dark(#fff, #14181f)); color: var(--tl-color-text, light-dark(#10151c, #f2f4f7));
    box-shadow: var(--tl-shadow, 0 24px 64px -16px #10151c66); font: 15px/1.45 var(--tl-font-family, system-ui, sans-serif);
    transition: 0.2s; --from: 0 12px }
  dialog:not([open]) { display: none }
  dialog::backdrop { background: var(--tl-backdrop, #0a0c1080) }
  :host([layout='sheet']) dialog { ${sheet} }
  @media (width < 480px) { :host(:not([layout='dialog'])) dialog { ${sheet} } }
  :host([layout='inline']) dialog { position: relative; width: 100%; height: var(--tl-max-height, 720px); margin: 0;
    border-radius: var(--tl-radius, 20px); box-shadow: var(--tl-shadow, none) }
  iframe { flex: 1; border: 0; color-scheme: normal }
  .cover { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 12px;
    padding: 32px; text-align: center; background: inherit }
  p { margin: 0 }
  code { display: block; overflow-wrap: anywhere }
  .wheel { width: 28px; height: 28px; border: 3px solid #8a94a355; border-top-color: currentColor; border-radius: 50%;
    animation: turn 0.9s linear infinite }
  button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 20px; border: 0;
    border-radius: 12px; cursor: pointer; color: inherit; background: #8a94a333 }
  button:focus-visible { outline: 2px solid light-dark(#1f5eff, #7aa2ff); outline-offset: 2px }
  @keyframes turn { to { rotate: 1turn } }
  @starting-style { dialog { opacity: 0; translate: var(--from) } }
  @media (forced-colors: active) { dialog, button { border: 1px solid } }
  @media (prefers-reduced-motion) { dialog { transition: none } .wheel { animation: none } }
`)
