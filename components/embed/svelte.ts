// `import 'transfer-link/svelte'` tells Svelte's templates what <transfer-link> takes. Types alone: nothing of it runs.

import type { HTMLAttributes } from 'svelte/elements'
import type { ElementProps } from './element-props.ts'
import type { TransferLink } from './transfer-link.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'transfer-link': HTMLAttributes<TransferLink> & ElementProps<'on'>
  }
}
