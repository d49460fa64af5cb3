import { css } from 'lit'

export const resolvePanelStyles = css`
      ul { list-style: none; margin: 0; padding: 0; display: grid; border: 1px solid var(--border); border-radius: var(--radius-m) }
      li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 16px; align-items: center; padding: 10px 14px }
      li + li { border-top: 1px solid var(--border) }
      li b { font-weight: 650 }
      li p { margin: 0; max-width: 76ch }
      .refused { color: var(--warn) }
      .proposal { border-color: var(--warn) }
      .proposal h3 { margin-top: 0 }
      .proposal + ul { margin-top: 12px }
      @media (width < 48rem) { li { grid-template-columns: minmax(0, 1fr) } }
    `
