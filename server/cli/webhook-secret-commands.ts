import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { type SelectableEventType, selectableEventTypes } from '../contract/event-types.ts'
import { escapeText, isPlainText } from '../contract/plain-text.ts'
import { webhookToWire } from '../routes/webhooks/webhook-wire.ts'
import { createWebhook, rotateWebhookSecret } from '../webhooks/create-webhook.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, UsageError } from './command.ts'
import { sealerOf } from './sealer-of.ts'
import { webhookNamed } from './webhook-named.ts'
import { clientNamed, withClients } from './with-clients.ts'

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

export const createWebhookCommand: Command = {
  name: 'webhook create',
  summary: 'Creates a webhook endpoint of a client, and shows its secret once.',
  usage: `transfer-link webhook create <client> <url> [--type <type>]… [--format standard|mesh] [--description <text>] [--json]
       <type> is one of ${selectableEventTypes.join(', ')}.`,
  ifUnconfirmed:
    'Check with "transfer-link webhook list". If it shows the endpoint, run "webhook rotate" to get a secret.',
  async run(args, terminal) {
    const options = { type: { type: 'string', multiple: true }, format: text, description: text, json } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, url, ...rest] = positionals
    if (url === undefined || rest.length > 0) throw new UsageError('Name one client and one URL.')
    const format = formatOf(values.format)
    const types = values.type?.map(typeOf)
    const description = values.description ?? ''
    if (description.length > 200 || !isPlainText(description))
      throw new UsageError(
        '--description may have at most 200 characters, without control, invisible or direction characters.',
      )
    const config = readConfig(terminal.environment)
    await withClients(terminal, async (deps) => {
      const { id: clientId } = await clientNamed(deps, word)
      const { webhookNetworks } = config
      const tools = { ...deps, sealer: sealerOf(config), newId: randomUUID, webhookNetworks }
      const { endpoint, secret } = await auditedCommand(terminal, tools, async (inside, record) => {
        const created = await createWebhook(inside, { clientId, url, format, types, description })
        // The rest of the URL may be a secret.
        const { origin } = new URL(url)
        const after = { clientId, origin, format, types: created.endpoint.types }
        record({ action: 'webhook.create', target: created.endpoint.id, before: null, after })
        return created
      })
      if (values.json) return terminal.line(JSON.stringify({ ...webhookToWire(endpoint), secret }))
      terminal.line(`id      ${endpoint.id}`)
      terminal.line(`secret  ${secret}`)
      terminal.line(`The secret is not shown again. To replace a lost one: transfer-link webhook rotate ${endpoint.id}`)
    })
  },
}

export const rotateWebhookSecretCommand: Command = {
  name: 'webhook rotate',
  summary:
    'Replaces the secret of a webhook endpoint, and shows the new one once. The old one also signs for 24 hours.',
  usage: 'transfer-link webhook rotate <endpoint> [--json]',
  ifUnconfirmed: 'Run the command again. After a second rotation only the two newest secrets sign.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args, options: { json }, allowPositionals: true })
    const [word, ...rest] = positionals
    if (word === undefined || rest.length > 0) throw new UsageError('Name one endpoint by its id.')
    const config = readConfig(terminal.environment)
    await withClients(terminal, async (deps) => {
      const endpoint = await webhookNamed(deps.database.query, word)
      const tools = { ...deps, sealer: sealerOf(config) }
      const rotated = await auditedCommand(terminal, tools, async (inside, record) => {
        const result = await rotateWebhookSecret(inside, endpoint)
        const after = { oldSecretValidUntil: result.oldSecretValidUntil.toISOString() }
        record({ action: 'webhook.rotate', target: endpoint.id, before: null, after })
        return result
      })
      if (values.json) return terminal.line(JSON.stringify(rotated))
      terminal.line(`secret  ${rotated.secret}`)
      terminal.line(`The old secret also signs until ${rotated.oldSecretValidUntil.toISOString()}.`)
    })
  },
}

function formatOf(word = 'standard'): 'standard' | 'mesh' {
  if (word === 'standard' || word === 'mesh') return word
  throw new UsageError('--format must be standard or mesh.')
}

function typeOf(word: string): SelectableEventType {
  const found = selectableEventTypes.find((type) => type === word)
  if (found !== undefined) return found
  throw new UsageError(`There is no type ${escapeText(word)}. Use one of ${selectableEventTypes.join(', ')}.`)
}
