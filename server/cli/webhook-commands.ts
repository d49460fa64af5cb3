import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { ClientDeps } from '../clients/clients.ts'
import { isUuid } from '../contract/ids.ts'
import { escapeText } from '../contract/plain-text.ts'
import { parseTime } from '../contract/time.ts'
import { webhookToWire } from '../routes/webhooks/webhook-wire.ts'
import type { Database } from '../storage/storage.ts'
import { type Replay, replayFacts, sendTestEvent, setEndpointState } from '../webhooks/change-webhooks.ts'
import { listBacklogs, type WebhookBacklog } from '../webhooks/list-backlogs.ts'
import { replayDelivery, replayFailed, replaySince } from '../webhooks/replay.ts'
import { testsPerMinute } from '../webhooks/send-test.ts'
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'
import { auditedCommand, recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { webhookNamed } from './webhook-named.ts'
import { clientIdNamed, namesOfClients, withClients } from './with-clients.ts'

const json = { type: 'boolean', default: false } as const
const endpointUsage =
  '       <endpoint> is its id, or at least the first four characters of it: transfer-link webhook list'

export const listWebhooksCommand: Command = {
  name: 'webhook list',
  summary: 'Lists the webhook endpoints of all clients, or of one, with their state and backlog.',
  usage: 'transfer-link webhook list [--client <client>] [--json]',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { client: { type: 'string' }, json } })
    await withClients(terminal, async (deps) => {
      const backlogs = await listBacklogs(deps.database.query, await clientIdNamed(deps, values.client))
      if (values.json) return terminal.line(JSON.stringify(backlogs.map(toJson)))
      const nameOf = await namesOfClients(deps)
      for (const backlog of backlogs)
        for (const line of linesOf(backlog, nameOf(backlog.endpoint.clientId))) terminal.line(line)
      if (backlogs.length === 0) terminal.line('There are no webhook endpoints.')
    })
  },
}

export const pauseWebhookCommand = stateCommand('paused', {
  name: 'webhook pause',
  summary: 'Pauses a webhook endpoint. Its events wait until "webhook resume".',
})

export const resumeWebhookCommand = stateCommand('on', {
  name: 'webhook resume',
  summary: 'Turns a webhook endpoint on again, and sends its waiting events.',
})

function stateCommand(state: 'on' | 'paused', { name, summary }: Pick<Command, 'name' | 'summary'>): Command {
  return {
    name,
    summary,
    usage: `transfer-link ${name} <endpoint> [--json]\n${endpointUsage}`,
    ifUnconfirmed: 'Check with "transfer-link webhook list".',
    async run(args, terminal) {
      const { values, positionals } = parseArgs({ args, options: { json }, allowPositionals: true })
      await withWebhook(terminal, positionals, async (deps, { id, clientId, url }) => {
        const isChanged = await auditedCommand(terminal, deps, (inside, record) =>
          setEndpointState(inside, record, { clientId, id, state }),
        )
        if (!isChanged) throw new CommandFailure('The endpoint has been deleted.')
        const done = `${escapeText(url)} is ${state}.`
        terminal.line(values.json ? JSON.stringify({ endpointId: id, state }) : done)
      })
    },
  }
}

export const testWebhookCommand: Command = {
  name: 'webhook test',
  summary: 'Sends a test event to a webhook endpoint.',
  usage: `transfer-link webhook test <endpoint> [--json]\n${endpointUsage}`,
  ifUnconfirmed: 'Check with "transfer-link webhook deliveries".',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args, options: { json }, allowPositionals: true })
    await withWebhook(terminal, positionals, async ({ database, now }, { id, clientId, state }) => {
      const eventId = randomUUID()
      const sent = await auditedCommand(terminal, { database, now }, (inside, record) =>
        sendTestEvent(inside, record, { clientId, id, eventId }),
      )
      if (sent === undefined) throw new CommandFailure('The endpoint has been deleted.')
      if (sent.waitSeconds > 0)
        throw new CommandFailure(
          `An endpoint gets at most ${testsPerMinute} tests in a minute. Try again in ${sent.waitSeconds} seconds.`,
        )
      if (values.json) return terminal.line(JSON.stringify({ deliveryId: eventId }))
      const onceOn = `The endpoint is ${state}. The test is sent once it is on: transfer-link webhook resume ${id}`
      terminal.line(state === 'on' ? 'The running server sends it.' : onceOn)
      terminal.line(`See its outcome: transfer-link webhook deliveries ${id}`)
    })
  },
}

export const replayWebhookCommand: Command = {
  name: 'webhook replay',
  summary: 'Sends a delivery again, all failed deliveries, or all events since a time.',
  usage: `transfer-link webhook replay <endpoint> (--delivery <id> | --failed | --since <time>) [--json]
${endpointUsage}
       <time> is a time such as 2026-11-20T14:02:00Z. Events keep their ids.`,
  ifUnconfirmed: 'Run the command again. A receiver recognizes a repeated event by its id.',
  async run(args, terminal) {
    const options = { delivery: { type: 'string' }, failed: json, since: { type: 'string' }, json } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const replay = replayOf(values)
    await withWebhook(terminal, positionals, async ({ database, now }, endpoint) => {
      const replayed = await replayAudited(terminal, endpoint, { database, replay, now })
      terminal.line(values.json ? JSON.stringify({ replayed }) : `Waiting to be sent again: ${replayed}.`)
    })
  },
}

function replayOf({
  delivery,
  failed,
  since,
}: {
  delivery?: string | undefined
  failed: boolean
  since?: string | undefined
}): Replay {
  if ([delivery !== undefined, failed, since !== undefined].filter(Boolean).length !== 1)
    throw new UsageError('Use one of --delivery, --failed and --since.')
  if (since !== undefined) return { kind: 'since', since: timeOf(since) }
  if (failed) return { kind: 'failed' }
  if (delivery === undefined || !isUuid(delivery)) throw new UsageError('--delivery must be the id of a delivery.')
  return { kind: 'delivery', deliveryId: delivery.toLowerCase() }
}

async function replayAudited(
  terminal: Terminal,
  endpoint: WebhookEndpoint,
  { database, replay, now }: { database: Database; replay: Replay; now(): Date },
): Promise<number> {
  const entry = { action: 'webhook.replay', target: endpoint.id, after: replayFacts(replay) }
  if (replay.kind === 'delivery') {
    const { deliveryId } = replay
    return auditedCommand(terminal, { database, now }, async (inside, record) => {
      if (!(await replayDelivery(inside.database, endpoint, { deliveryId, now: now() })))
        throw new CommandFailure(`The endpoint has no delivery ${deliveryId}.`)
      record({ ...entry, before: null })
      return 1
    })
  }
  // First: a replay of many deliveries runs in pieces, and can be interrupted.
  await recordAction(terminal, { database, now }, entry)
  return replay.kind === 'since'
    ? replaySince(database, endpoint, { since: replay.since, now })
    : replayFailed(database, endpoint, { now })
}

function timeOf(text: string): Date {
  const time = parseTime(text)
  if (time === null) throw new UsageError('--since must be a time with its zone, such as 2026-11-20T14:02:00Z.')
  return time
}

async function withWebhook(
  terminal: Terminal,
  [word, ...rest]: string[],
  work: (deps: ClientDeps, endpoint: WebhookEndpoint) => Promise<void>,
): Promise<void> {
  if (word === undefined || rest.length > 0) throw new UsageError('Name one endpoint by its id.')
  await withClients(terminal, async (deps) => work(deps, await webhookNamed(deps.database.query, word)))
}

function linesOf({ endpoint, waiting, oldestWaiting }: WebhookBacklog, client: string): string[] {
  const { id, url, format, types, description, sealedCertificate } = endpoint
  const backlog = oldestWaiting === null ? 'nothing waiting' : `${waiting} waiting since ${oldestWaiting.toISOString()}`
  return [
    `${id}  ${escapeText(url)}`,
    `  client   ${client}${description === '' ? '' : `, ${escapeText(description)}`}`,
    `  state    ${describeState(endpoint)}`,
    `  backlog  ${backlog}`,
    `  events   ${types.join(', ')} (format ${format})`,
    ...(sealedCertificate === null ? [] : ['  certificate  requests have a client certificate']),
  ]
}

export function describeState({ state, offReason, pausedUntil, pausedBy, failingSince }: WebhookEndpoint): string {
  const since = failingSince === null ? '' : ` since ${failingSince.toISOString()}`
  if (state === 'off') return offReason === 'gone' ? 'off (the receiver returned 410)' : `off (failing${since})`
  if (state === 'paused')
    return pausedUntil === null
      ? `paused by the ${pausedBy}`
      : `paused (failing${since}, next try ${pausedUntil.toISOString()})`
  return state
}

function toJson({ endpoint, waiting, oldestWaiting }: WebhookBacklog) {
  const { clientId, failingSince } = endpoint
  return { ...webhookToWire(endpoint), clientId, failingSince, waiting, oldestWaiting }
}
