import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { escapeText } from '../contract/plain-text.ts'
import { clientCertificateProblem } from '../webhooks/client-certificate.ts'
import { changeEndpoint, type WebhookEndpoint } from '../webhooks/webhook-endpoint.ts'
import { type ClientCertificate, sealClientCertificate } from '../webhooks/webhook-secrets.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { sealerOf } from './sealer-of.ts'
import { lockedEndpoint, webhookNamed } from './webhook-named.ts'
import { withClients } from './with-clients.ts'

export const webhookCertificateCommand: Command = {
  name: 'webhook certificate',
  summary: 'Sets or removes the client certificate with which a webhook endpoint is called. It is stored encrypted.',
  usage: `transfer-link webhook certificate <endpoint> (--certificate <file> --key <file> | --remove)
       The files are PEM. The certificate's file may also contain intermediate certificates.`,
  ifUnconfirmed: 'Run the command again.',
  async run(args, terminal) {
    const text = { type: 'string' } as const
    const options = { certificate: text, key: text, remove: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [word, ...rest] = positionals
    if (word === undefined || rest.length > 0) throw new UsageError('Name one endpoint by its id.')
    const pair = values.remove ? null : readPair(values)
    if (values.remove && (values.certificate !== undefined || values.key !== undefined))
      throw new UsageError('--remove cannot be combined with --certificate or --key.')
    const config = readConfig(terminal.environment)
    await withClients(terminal, async (deps) => {
      const endpoint = await webhookNamed(deps.database.query, word)
      if (pair !== null) requireUsable(endpoint, pair, deps.now())
      const { id, clientId, url } = endpoint
      const sealedCertificate =
        pair === null ? null : sealClientCertificate(sealerOf(config), { clientId, endpointId: id, ...pair })
      await auditedCommand(terminal, deps, async (inside, record) => {
        const before = await lockedEndpoint(inside, { clientId, id })
        await changeEndpoint(inside, { clientId, id }, { sealedCertificate })
        record({
          ...{ action: 'webhook.certificate', target: id },
          before: { hasCertificate: before.sealedCertificate !== null },
          after: { hasCertificate: sealedCertificate !== null },
        })
      })
      const does = pair === null ? 'is called without a client certificate' : 'is called with the client certificate'
      terminal.line(`${escapeText(url)} ${does}.`)
    })
  },
}

function readPair({ certificate, key }: { certificate?: string; key?: string }): ClientCertificate {
  if (certificate === undefined || key === undefined) throw new UsageError('Use --certificate and --key, or --remove.')
  return { certificate: readPem(certificate), key: readPem(key) }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new CommandFailure(`The file ${escapeText(path)} cannot be read.`)
  }
}

function requireUsable({ url }: WebhookEndpoint, pair: ClientCertificate, now: Date): void {
  if (!url.startsWith('https:')) throw new CommandFailure('The URL of the endpoint must start with https://.')
  const problem = clientCertificateProblem(pair, now)
  if (problem !== null) throw new CommandFailure(problem)
}
