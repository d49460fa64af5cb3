// The events of the element as they arrive. Details come from outside, so they are text, never markup.
import { eventDetail, eventName } from './event-text.ts'

export interface EventLog {
  record(event: CustomEvent): void
  clear(): void
}

export function eventLog(list: HTMLElement, empty: HTMLElement): EventLog {
  return {
    record({ type, detail }) {
      empty.hidden = true
      const summary = part('summary', part('b', eventName(type, detail)), part('time', new Date().toLocaleTimeString()))
      const text = part('pre', eventDetail(detail))
      text.tabIndex = 0
      list.prepend(part('li', part('details', summary, text)))
    },
    clear() {
      list.replaceChildren()
      empty.hidden = false
    },
  }
}

function part(tag: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
