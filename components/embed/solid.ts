// `import 'transfer-link/solid'` tells Solid's templates what <transfer-link> takes. Types alone: nothing of it runs.

import type { JSX } from 'solid-js'
import type { ElementProps } from './element-props.ts'
import type { TransferLink } from './transfer-link.ts'

/** What `<transfer-link>` takes in Solid's JSX. */
export type TransferLinkAttributes = JSX.HTMLAttributes<TransferLink> & ElementProps<'on:'>

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'transfer-link': TransferLinkAttributes
    }
  }
}
