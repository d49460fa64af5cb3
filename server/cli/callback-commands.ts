import { parseArgs } from 'node:util'
import { registerCallbackUrl, unregisterCallbackUrl } from '../clients/change-clients.ts'
import { escapeText } from '../contract/plain-text.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { clientNamed, requireCallbackUrl, withClients } from './with-clients.ts'

export const addCallbackCommand: Command = {
  name: 'callback add',
  summary: 'Registers a page of the client that links may return to. Requests must name it exactly.',
  usage: 'transfer-link callback add <client> <url>',
  ifUnconfirmed: 'Check with "transfer-link callback list".',
  async run(args, terminal) {
    const [word, text] = twoWords(args)
    await withClients(terminal, async (deps) => {
      const url = requireCallbackUrl(deps.environment, text)
      const client = await clientNamed(deps, word)
      const isNew = await auditedCommand(terminal, deps, (inside, record) =>
        registerCallbackUrl(inside, record, { clientId: client.id, url }),
      )
      terminal.line(isNew ? `Registered: ${url}` : `${url} is already registered.`)
      const count = client.callbackUrls.length + (isNew ? 1 : 0)
      if (!isNew || count === 1) return
      terminal.line(`This client now has ${count} callback URLs. Requests to cataloglink must pass callbackUrl.`)
    })
  },
}

export const removeCallbackCommand: Command = {
  name: 'callback remove',
  summary: 'Removes a callback URL. New links cannot return to it.',
  usage: 'transfer-link callback remove <client> <url>',
  ifUnconfirmed: 'Check with "transfer-link callback list".',
  async run(args, terminal) {
    const [word, url] = twoWords(args)
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, word)
      const wasRegistered = await auditedCommand(terminal, deps, (inside, record) =>
        unregisterCallbackUrl(inside, record, { clientId: client.id, url }),
      )
      if (!wasRegistered) throw new CommandFailure(`${escapeText(url)} is not registered.`)
      terminal.line(`Removed: ${escapeText(url)}`)
    })
  },
}

export const listCallbacksCommand: Command = {
  name: 'callback list',
  summary: 'Lists the callback URLs of a client.',
  usage: 'transfer-link callback list <client>',
  async run(args, terminal) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('Name one client.')
    await withClients(terminal, async (deps) => {
      const { id, callbackUrls } = await clientNamed(deps, positionals[0])
      for (const url of callbackUrls) terminal.line(escapeText(url))
      if (callbackUrls.length === 0) terminal.line(`None yet: transfer-link callback add ${id} <url>`)
    })
  },
}

function twoWords(args: string[]): [string, string] {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  const [first, second, ...rest] = positionals
  if (first === undefined || second === undefined || rest.length > 0)
    throw new UsageError('Name the client and one URL.')
  return [first, second]
}
