import { css } from 'lit'

/** Pictures of wallets, and the route from the sender to the recipient. */
export const walletPictureStyles = css`
  .picture { width: 40px; height: 40px; flex: none; border-radius: 11px; display: grid; place-items: center; object-fit: contain;
    background: var(--surface-2); color: var(--text) }
  img.picture { background: none }
  .large.picture { width: 64px; height: 64px; border-radius: 16px }
`

export const routeStyles = css`
  .route { display: flex; align-items: center; justify-content: center; gap: 10px; margin-bottom: 10px }
  hr { width: 48px; height: 2px; margin: 0; border: 0; background: repeating-linear-gradient(90deg, var(--faint) 0 5px, transparent 5px 9px) no-repeat; position: relative }
  hr::after { content: ''; position: absolute; inset-block: 0; inset-inline: 0 100%; border-radius: 1px; background: var(--success);
    transition: inset-inline-end 0.6s }
  hr.done::after { inset-inline-end: 0 }
  @media (forced-colors: active) { hr { border-block-start: 2px dashed; height: 0 } hr.done { border-block-start-style: solid } }
  @media (height < 43.75rem) { .route { display: none } }
`
