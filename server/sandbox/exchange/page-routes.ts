import { readFileSync } from 'node:fs'
import type { Exchange } from './exchange.ts'
import type { Html } from './html.ts'
import { type Answer, json, type Route, route } from './http.ts'
import { consolePage, homePage, outboxPage } from './pages.ts'

export interface OutboxMessage {
  at: string
  kind: string
  recipient: string
  text: string
  code: string
}

interface OutboxRow extends Omit<OutboxMessage, 'at'> {
  at: number
}

export function pageRoutes(exchange: Exchange): Route[] {
  const { database, faults, ledger, withdrawals } = exchange
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
  const script = readFileSync(new URL('./console-page.js', import.meta.url), 'utf8')
  const readOutbox = database.prepare<[], OutboxRow>('select * from outbox order by seq desc limit 100')
  const messages = (): OutboxMessage[] =>
    readOutbox.all().map(({ at, kind, recipient, text, code }) => {
      return { at: new Date(at).toISOString(), kind, recipient, text, code }
    })
  return [
    route('GET /', () => page(homePage())),
    route('GET /outbox', ({ query }) =>
      query.get('format') === 'json' ? json({ messages: messages() }) : page(outboxPage(messages())),
    ),
    route('GET /console', () =>
      page(
        consolePage({
          faults: faults.state(),
          sums: ledger.sums(),
          problems: ledger.check(),
          withdrawals: withdrawals.all().slice(0, 200),
        }),
      ),
    ),
    route('GET /style.css', () => ({ status: 200, type: 'text/css; charset=utf-8', text: style })),
    route('GET /console-page.js', () => ({ status: 200, type: 'text/javascript; charset=utf-8', text: script })),
  ]
}

function page(content: Html): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', text: `<!doctype html>\n${content.text}` }
}
