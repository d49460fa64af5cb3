import { css } from 'lit'

/** Styles of the screens for wallets. */
export const walletStyles = css`
  .picture { width: 40px; height: 40px; flex: none; border-radius: 11px; display: grid; place-items: center; object-fit: contain;
    background: var(--surface-2); color: var(--text) }
  img.picture { background: none }
  .large.picture { width: 64px; height: 64px; border-radius: 16px }
  .wallet-request { display: grid; place-items: center; margin: 16px 0 14px }
  .wallet-request .disc { margin: 0 }
  .rows.apart { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--border) }
  .waits { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 2px 0 18px; font-size: 14px; color: var(--muted);
    text-align: center }
  .waits .wheel { width: 18px; height: 18px; flex: none; border-width: 2px }
  .qr { width: min(228px, 100%); margin: 4px auto 14px; border-radius: var(--radius-l); background: #fff; box-shadow: 0 0 0 1px var(--border) }
  .qr path { fill: #10151c; stroke: none }
  .by-hand { border-top: 1px solid var(--border) }
  .by-hand .qr { display: block }
  .by-hand .alert { margin-top: 4px }
  .problem + .box { margin-top: 10px }
  .box dd .copy { white-space: nowrap }
  .button svg { display: inline-block }
`
