// `import 'transfer-link/solid'` adds the types of <transfer-link> to Solid's templates. It contains no code.

import type { JSX } from 'solid-js'
import type { ElementProps } from './element-props.ts'
import type { TransferLink } from './transfer-link.ts'

/** The props of `<transfer-link>` in Solid's JSX. */
export type TransferLinkAttributes = JSX.HTMLAttributes<TransferLink> & ElementProps<'on:'>

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'transfer-link': TransferLinkAttributes
    }
  }
}
