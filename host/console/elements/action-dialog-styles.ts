import { css } from 'lit'

export const actionDialogStyles = css`
      dialog { width: min(34rem, 100% - 24px); max-height: calc(100dvh - 24px); padding: 0; border: 0; border-radius: var(--radius-l);
        background: var(--bg); color: var(--text); box-shadow: 0 24px 64px -16px rgb(16 21 28 / 0.4), 0 0 0 1px var(--border) }
      dialog::backdrop { background: rgb(10 12 16 / 0.5) }
      form { display: grid; gap: 14px; padding: 20px }
      h2 { margin: 0; font-size: 1.125rem }
      .lead { margin: 0 }
      .notice, ::slotted(*) { margin: 0 }
      .command { display: grid; gap: 4px }
      .command p { display: flex; justify-content: space-between; font-size: 0.8125rem; font-weight: 600 }
      .command pre { max-height: 8rem; overflow-y: auto }
      .actions { justify-content: flex-end }
      @media (forced-colors: active) { dialog { border: 1px solid } }
    `
