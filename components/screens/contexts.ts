// What the flow provides to its screens, in addition to the texts and the locale.

import { createContext } from '@lit/context'
import type { UserEvent } from '../flow/flow-event.ts'
import type { SendGuard } from '../flow/send-guard.ts'

export interface FlowAccess {
  /** Reports an action of the user. */
  dispatch(event: UserEvent): void
  /** Guards the buttons that move money. Null until the link is open. */
  guard: SendGuard | null
}

export const flowContext = createContext<FlowAccess>(Symbol('flow'))
/** The name of the app that created the link, '' if unknown. */
export const appContext = createContext<string>(Symbol('app'))
