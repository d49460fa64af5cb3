// `import 'transfer-link/vue'` tells Vue's templates what <transfer-link> takes. Types alone: nothing of it runs.

import type { HTMLAttributes } from 'vue'
import type { ElementProps } from './element-props.ts'

declare module 'vue' {
  interface GlobalComponents {
    'transfer-link': new () => { $props: HTMLAttributes & ElementProps<'on'> }
  }
}
