import { parseArgs } from 'node:util'
import { chooseCallbackUrl } from '../clients/clients.ts'
import type { ClientRecord } from '../clients/key-sets.ts'
import { readConfig } from '../config.ts'
import { escapeText, isUserId } from '../contract/plain-text.ts'
import { createLink } from '../links/links.ts'
import { type NetworkCatalogue, networkCatalogue } from '../networks/catalogue.ts'
import { readDestinations } from '../routes/destinations.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { clientNamed, withClients } from './with-clients.ts'

export const createLinkCommand: Command = {
  name: 'link create',
  summary: 'Creates a link like the client’s backend, to try it in a browser.',
  usage: `transfer-link link create <client> --user <user id> [--to <network>:<symbol>:<address>[:<tag>]]… [--callback <url>]
       Without --to the link only connects an account. Example: --to base:USDC:0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61`,
  ifUnconfirmed: 'Run the command again. A link whose URL was not shown cannot be opened.',
  async run(args, terminal) {
    const options = {
      user: { type: 'string' },
      to: { type: 'string', multiple: true },
      callback: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { user: userId = '', to = [] } = values
    if (!isUserId(userId)) {
      throw new UsageError(
        '--user must be your app’s id of the user: 1 to 300 characters without control, invisible or direction characters.',
      )
    }
    if (positionals.length > 1) throw new UsageError('Name one client.')
    const { environment, publicUrl, blocklist } = readConfig(terminal.environment)
    const networks = networkCatalogue(environment)
    const entries = entriesOf(networks, to)
    await withClients(terminal, async (deps) => {
      const client = await clientNamed(deps, positionals[0])
      if (!values.callback) requireOneCallback(client)
      const callbackUrl = await chooseCallbackUrl(deps, client.id, values.callback)
      const requester = { clientId: client.id, userId }
      const transfersEnabled = to.length > 0
      const destinations = transfersEnabled
        ? await readDestinations({ ...deps, networks, blocklist }, { requester, entries })
        : []
      const facts = { ...requester, callbackUrl, destinations, transfersEnabled }
      const none = {
        fixed: null,
        fromAccountId: null,
        fromType: null,
        transactionId: null,
        tokenDelivery: 'page',
      } as const
      const { linkId, authCode } = await auditedCommand(terminal, deps, async (inside, record) => {
        const created = await createLink(inside, { ...facts, ...none })
        // An address may be of one user.
        const assets = to.map((each) => each.split(':').slice(0, 2).join(':'))
        const after = { clientId: client.id, assets }
        record({ action: 'link.create', target: created.linkId, before: null, after })
        return created
      })
      const page = `${client.id}/broker-connect?auth_code=${authCode}`
      terminal.line(`linkId     ${linkId}`)
      terminal.line(`url        ${publicUrl}/${page}`)
      terminal.line(`iFrameUrl  ${publicUrl}/b2b-iframe/${page}`)
      terminal.line(`Both URLs open the same link, once, within ten minutes. It ends at ${callbackUrl}`)
    })
  },
}

function requireOneCallback({ id, name, callbackUrls }: ClientRecord): void {
  if (callbackUrls.length === 1) return
  if (callbackUrls.length === 0) {
    throw new CommandFailure(`${escapeText(name)} has no callback URL yet: transfer-link callback add ${id} <url>`)
  }
  const registered = callbackUrls.map((url) => `\n  ${escapeText(url)}`).join('')
  throw new CommandFailure(
    `${escapeText(name)} has several callback URLs. Choose one with --callback <url>.${registered}`,
  )
}

/** Entries of ToAddresses. */
function entriesOf(networks: NetworkCatalogue, texts: readonly string[]) {
  return texts.map((text) => {
    const [network = '', symbol, address, ...tag] = text.split(':')
    if (symbol === undefined || address === undefined)
      throw new UsageError(`--to ${escapeText(text)} must be <network>:<symbol>:<address>.`)
    const found = networks.byKey(network.toLowerCase()) ?? networks.byId(network)
    if (found === undefined) {
      const known = networks.all.map(({ key }) => key).join(', ')
      throw new CommandFailure(`This server has no network ${escapeText(network)}. It has: ${known}.`)
    }
    const AddressTag = tag.length === 0 ? null : tag.join(':')
    return { NetworkId: found.id, Symbol: symbol, Address: address, AddressTag }
  })
}
