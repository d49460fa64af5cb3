import { css } from 'lit'

/** A link, or a button that appears as one. */
export const linkStyles = css`
  .link { display: inline-flex; align-items: center; min-height: 44px; padding: 0 4px; margin-inline: -4px; border: 0;
    background: none; font-weight: 600; color: var(--accent); border-radius: 8px; text-decoration: none; text-align: start }
  .link:hover { text-decoration: underline; text-underline-offset: 3px }
`
