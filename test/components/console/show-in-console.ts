import { fixture, html } from '@open-wc/testing'
import { css, LitElement, type TemplateResult } from 'lit'
import { theme } from '../../../components/ui/theme.ts'
import type { ConsoleApi } from '../../../host/console/api/console-api.ts'
import { ConsoleApiError } from '../../../host/console/api/console-api-error.ts'
import type { ConsoleScreen } from '../../../host/console/console-screen.ts'
import type { ConsoleSession } from '../../../server/contract/console/session.ts'

/** The colours and the font of the console, around an element. */
class ConsoleSurface extends LitElement {
  static override styles = [
    theme,
    css`:host { display: block; color-scheme: light dark; background: var(--bg); color: var(--text); font: 0.875rem/1.45 var(--sans) }`,
  ]

  protected override render() {
    return html`<slot></slot>`
  }
}

customElements.define('console-surface', ConsoleSurface)

export const session: ConsoleSession = {
  operator: { id: 'operator-1', name: 'dana@example.com', role: 'admin' },
  recentUntil: null,
  expiresAt: '2026-11-29T02:02:11.000Z',
  environment: 'sandbox',
  version: '0.1.0',
  twoPersonResolve: false,
}

/** Shows an element of the console in its colours. */
export async function showInConsole<Shown extends HTMLElement>(content: TemplateResult | Shown): Promise<Shown> {
  const surface = await fixture(html`<console-surface>${content}</console-surface>`)
  const shown = surface.firstElementChild as Shown & { updateComplete?: Promise<unknown> }
  await shown.updateComplete
  return shown
}

/** Shows a screen as <console-app> does. */
export async function showScreen<Screen extends ConsoleScreen>(
  screen: Screen,
  properties: Partial<Pick<ConsoleScreen, 'api' | 'session' | 'parameters' | 'query' | 'clock'>>,
): Promise<Screen> {
  Object.assign(screen, { session, ...properties })
  await showInConsole(screen)
  await screen.updateComplete
  return screen
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  isRefresh?: boolean
}

/** An API whose responses the test makes. Throw an error to refuse. Unlike the real one, it also answers requests that were aborted. */
export function stubApi(respond: (call: Call) => unknown): { api: ConsoleApi; calls: Call[] } {
  const calls: Call[] = []
  const send = async <Response>(call: Call) => {
    calls.push(call)
    return (await respond(call)) as Response
  }
  return {
    calls,
    api: {
      get: (path, options = {}) => send({ method: 'GET', path, isRefresh: options.isRefresh ?? false }),
      post: (path, body) => send({ method: 'POST', path, body }),
      delete: (path, body) => send({ method: 'DELETE', path, body }),
    },
  }
}

export function refused(errorType: string, status: number, field?: string): ConsoleApiError {
  const message = `The message of ${errorType}.`
  return new ConsoleApiError({ errorType, message, ...(field === undefined ? {} : { field }) }, status)
}

/** A clock that the test moves. */
export function testClock(startMs = Date.parse('2026-11-28T14:02:11.000Z')) {
  let nowMs = startMs
  const due = new Map<() => void, number>()
  return {
    now: () => nowMs,
    after(ms: number, act: () => void) {
      due.set(act, nowMs + ms)
      return () => void due.delete(act)
    },
    pass(ms: number) {
      nowMs += ms
      for (const [act, atMs] of [...due]) {
        if (atMs > nowMs || !due.delete(act)) continue
        act()
      }
    },
    waiting: () => due.size,
  }
}

/** Lets promises that are settled run their reactions. */
export const settled = () => new Promise((resolve) => setTimeout(resolve))
