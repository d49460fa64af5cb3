import { fixture, html } from '@open-wc/testing'
import type { LitElement } from 'lit'
import type { UserEvent } from '../../components/flow/flow-event.ts'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { deepElements, deepText } from './deep.ts'
import { loadScreenOf, type ScreenFrame } from './screen-frame.ts'
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
export async function showStep(
  flow: FlowState,
  guard = openGuard(),
  { texts, locale }: Partial<Pick<ScreenFrame, 'texts' | 'locale'>> = {},
): Promise<ShownStep> {
  await loadScreenOf(flow)
  const frame = document.createElement('screen-frame')
  Object.assign(frame, { state: flow, guard }, texts && { texts }, locale && { locale })
  await fixture(html`${frame}`)
  const step = frame.screen as LitElement
  await step.updateComplete
  settle(step)
  const find = <Found extends Element>(selector: string) =>
    [...deepElements(step.shadowRoot as ShadowRoot)].filter((each) => each.matches(selector)) as Element[] as Found[]
  const field = (name: string) => {
    const found = find<HTMLInputElement>('input').find((input) => labelOf(input) === name)
    if (!found) throw new Error(`no field named ${name}`)
    return found
  }
  return {
    step,
    events: frame.events,
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
    text: () => deepText(step).replace(/\s+/g, ' ').trim(),
  }
}

/** Ends the screen's fading in: half a fade has half the contrast. */
export function settle(step: Element) {
  const animations = [...step.getAnimations(), ...(step.shadowRoot?.getAnimations() ?? [])]
  const ending = animations.filter((each) => each.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
  for (const each of ending) each.finish()
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
