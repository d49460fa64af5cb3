import { fixture, html } from '@open-wc/testing'
import type { UserEvent } from '../../components/flow/flow-event.ts'
import type { FlowState } from '../../components/flow/flow-state.ts'
import '../../components/screens/core-flow.ts'
import '../../components/screens/on-demand-flow.ts'
import { renderStep } from '../../components/screens/render-step.ts'
import '../../components/screens/choose-account.ts'
import '../../components/screens/wallet-screens.ts'
import { texts } from '../../components/texts/en.ts'
import { showLanguage } from '../../components/texts/texts.ts'

showLanguage(texts, 'en-GB')

import { openGuard } from './test-surface.ts'

interface ShownStep {
  step: HTMLElement
  /** The events of the step so far. */
  events: UserEvent[]
  /** The button or link with this name. */
  press(name: RegExp): void
  /** The field with this name. */
  field(name: string): HTMLInputElement
  type(name: string, text: string): void
  text(): string
}

/** Shows the screen of a state on a page of its colours. */
export async function showStep(flow: FlowState, guard = openGuard()): Promise<ShownStep> {
  const events: UserEvent[] = []
  const frame =
    await fixture<HTMLElement>(html`<div @flow=${(event: CustomEvent<UserEvent>) => events.push(event.detail)}>
    ${renderStep(flow, 'Northwind', guard)}</div>`)
  const step = frame.firstElementChild as HTMLElement
  await (step as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete
  settle(step)
  const find = <Found extends Element>(selector: string) => [...deepQuery(step, selector)] as Found[]
  const field = (name: string) => {
    const found = find<HTMLInputElement>('input').find((input) => labelOf(input) === name)
    if (!found) throw new Error(`no field named ${name}`)
    return found
  }
  return {
    step,
    events,
    field,
    press: (name) => {
      const found = find<HTMLElement>('button, a').find((button) => name.test(spokenName(button)))
      if (!found) throw new Error(`no button named ${name}`)
      found.click()
    },
    type: (name, text) => {
      const input = field(name)
      input.value = text
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    },
    text: () => nameOf(step.shadowRoot ?? step),
  }
}

/** Ends the screen's fading in: half a fade has half the contrast. */
export function settle(step: Element) {
  const animations = [...step.getAnimations(), ...(step.shadowRoot?.getAnimations() ?? [])]
  const ending = animations.filter((each) => each.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
  for (const each of ending) each.finish()
}

function* deepQuery(root: Element, selector: string): Generator<Element> {
  const shadow = root.shadowRoot
  if (shadow === null) return
  yield* shadow.querySelectorAll(selector)
  for (const child of shadow.querySelectorAll('*')) yield* deepQuery(child, selector)
}

function nameOf(node: Node): string {
  return (node.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function spokenName(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return nameOf(copy)
}

function labelOf(input: HTMLInputElement): string {
  return [...(input.labels ?? [])].map(nameOf).join(' ')
}
