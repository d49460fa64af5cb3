// The types of the flow's transitions: for each state, the events that change it.

import type { EventOf, FlowEvent } from './flow-event.ts'
import type { At, FlowState, StateAt } from './flow-state.ts'

/** The transitions of a state by event. An event without an entry changes nothing. */
export type Transitions<A extends At> = {
  [Type in FlowEvent['type']]?: (state: StateAt<A>, event: EventOf<Type>) => FlowState
}

export type TransitionTable = { [A in At]: Transitions<A> }
