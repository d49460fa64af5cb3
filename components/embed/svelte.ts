// `import 'transfer-link/svelte'` adds the types of <transfer-link> to Svelte's templates. It contains no code.

import type { HTMLAttributes } from 'svelte/elements'
import type { ElementProps } from './element-props.ts'
import type { TransferLink } from './transfer-link.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'transfer-link': HTMLAttributes<TransferLink> & ElementProps<'on'>
  }
}
