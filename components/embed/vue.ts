// `import 'transfer-link/vue'` adds the types of <transfer-link> to Vue's templates. It contains no code.

import type { HTMLAttributes } from 'vue'
import type { ElementProps } from './element-props.ts'

declare module 'vue' {
  interface GlobalComponents {
    'transfer-link': new () => { $props: HTMLAttributes & ElementProps<'on'> }
  }
}
