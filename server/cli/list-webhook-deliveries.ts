import { parseArgs } from 'node:util'
import { escapeText } from '../contract/plain-text.ts'
import { deliveryToWire } from '../routes/webhooks/webhook-wire.ts'
import { listDeliveries, nextTryAt, type WebhookAttempt, type WebhookDelivery } from '../webhooks/list-deliveries.ts'
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'
import { type Command, UsageError } from './command.ts'
import { webhookNamed } from './webhook-named.ts'
import { withClients } from './with-clients.ts'

const states = ['waiting', 'delivered', 'failed'] as const
const usualLimit = 50

export const listWebhookDeliveriesCommand: Command = {
  name: 'webhook deliveries',
  summary: 'Lists the deliveries of a webhook endpoint, newest first, with each request that was sent.',
  usage: `transfer-link webhook deliveries <endpoint> [--state ${states.join('|')}] [--limit <n, ${usualLimit} if not given>] [--json]`,
  async run(args, terminal) {
    const text = { type: 'string' } as const
    const options = { state: text, limit: text, json: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, ...rest] = positionals
    if (word === undefined || rest.length > 0) throw new UsageError('Name one endpoint by its id.')
    const limit = values.limit ?? String(usualLimit)
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError('--limit must be a whole number between 1 and 9999.')
    const state = states.find((known) => known === values.state)
    if (values.state !== undefined && state === undefined)
      throw new UsageError(`--state must be one of ${states.join(', ')}.`)
    await withClients(terminal, async ({ database: { query } }) => {
      const endpoint = await webhookNamed(query, word)
      const deliveries = await listDeliveries(query, { endpointId: endpoint.id, state, limit: Number(limit) })
      if (values.json)
        return terminal.line(JSON.stringify(deliveries.map((delivery) => deliveryToWire(endpoint, delivery))))
      for (const delivery of deliveries) for (const line of linesOf(endpoint, delivery)) terminal.line(line)
      if (deliveries.length === 0) terminal.line('There are no such deliveries.')
    })
  },
}

function linesOf(endpoint: WebhookEndpoint, delivery: WebhookDelivery): string[] {
  const { id, type, subjectId, state, tries, createdAt, attempts } = delivery
  const subject = type.startsWith('transfer.') ? `  transfer ${subjectId}` : ''
  const nextAt = nextTryAt(endpoint, delivery)
  const next = nextAt === null ? '' : `  next try ${nextAt.toISOString()}`
  const requests = tries === 1 ? '1 try' : `${tries} tries`
  return [
    `${id}  ${createdAt.toISOString()}  ${type.padEnd(18)}  ${state.padEnd(9)}  ${requests}${next}${subject}`,
    ...attempts.map(lineOfAttempt),
  ]
}

const causes = {
  refused: 'refused: unknown name, address not allowed, closed port, or connection closed without a response',
  timeout: 'timeout: no connection within 5 s, or no response within 15 s',
  tls: 'tls: the certificate is not valid for the URL, or the handshake failed',
} as const

function lineOfAttempt({ at, status, reason, durationMs, responseStart }: WebhookAttempt): string {
  const failure = reason === null || reason === 'status' ? '' : causes[reason]
  const outcome = status === null ? failure : `status ${status}`
  const [firstLine = ''] = responseStart.split('\n')
  return `  ${at.toISOString()}  ${outcome}  ${durationMs} ms  ${escapeText(firstLine.slice(0, 100))}`.trimEnd()
}
