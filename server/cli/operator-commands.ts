import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import type { ConsoleSettings } from '../config-values.ts'
import { changeRole, inviteOperator, removeKnown, requireOperator, restore } from '../console/change-operators.ts'
import { listOperators, type OperatorRecord } from '../console/list-operators.ts'
import { listInvitations, type OpenInvitation } from '../console/one-time-codes.ts'
import { operatorNamed } from '../console/operators.ts'
import { passkeysRefusedAt } from '../console/verify-passkey.ts'
import { operatorName } from '../contract/console/operators.ts'
import { type Role, roles } from '../contract/console/role.ts'
import { escapeText } from '../contract/plain-text.ts'
import { changeOperators } from './change-operators.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const pageSize = 500

export const inviteOperatorCommand: Command = {
  name: 'operator invite',
  summary: 'Prints a URL, valid once and for 15 minutes, with which an operator of the console registers a passkey.',
  usage: `transfer-link operator invite --name <name> [--role viewer|operator|admin] [--replace] [--json]
       --name     the name in the audit log. For an operator who exists, the invitation adds a passkey.
       --role     required for a new operator
       --replace  the operator's passkeys are lost: deletes them, and ends the operator's sessions
       A new invitation for a name replaces the one before.`,
  ifUnconfirmed: 'Run the command again. Only the newest invitation works.',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { name: text, role: text, replace: flag, json: flag } })
    const name = operatorName.safeParse(values.name ?? '')
    if (!name.success) throw new UsageError('--name must be a name of 1 to 100 visible characters.')
    const role = values.role === undefined ? undefined : readRole(values.role)
    const { url: address } = requireConsole(terminal)
    const refusal = passkeysRefusedAt(address)
    if (refusal !== null) throw new CommandFailure(refusal)
    const invitation = { name: name.data, role, replacesPasskeys: values.replace, invitedBy: null }
    const invited = await changeOperators(terminal, (changing) => inviteOperator(changing, invitation))
    const url = `${address}/sign-in#invite=${invited.code}`
    const expiresAt = invited.expiresAt.toISOString()
    if (values.json) return terminal.line(JSON.stringify({ name: invited.name, role: invited.role, url, expiresAt }))
    terminal.line(`${escapeText(invited.name)} is invited as ${invited.role}, until ${expiresAt}.`)
    terminal.line('Send this URL to the operator, and to nobody else. It works once:')
    terminal.line(url)
  },
}

export const listOperatorsCommand: Command = {
  name: 'operator list',
  summary: 'Lists the operators of the console with role, way to sign in, sessions and last use, and open invitations.',
  usage: `transfer-link operator list [--json]
       --json  one JSON object a line. An invitation that is not accepted yet has invitedUntil`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: flag } })
    await withStorage(terminal, async ({ query }) => {
      let [count, after] = [0, '']
      for (;;) {
        const operators = await listOperators(query, { now: new Date(), after, limit: pageSize })
        for (const operator of operators) terminal.line(values.json ? JSON.stringify(operator) : lineOf(operator))
        count += operators.length
        after = operators.at(-1)?.name ?? ''
        if (operators.length < pageSize) break
      }
      const invitations = await listInvitations(query, new Date())
      for (const open of invitations) terminal.line(values.json ? JSON.stringify(open) : invitationLine(open))
      if (count + invitations.length === 0 && !values.json)
        terminal.line('There are no operators yet: transfer-link operator invite --name <name> --role admin')
    })
  },
}

export const operatorRoleCommand: Command = {
  name: 'operator role',
  summary: 'Changes the role of an operator, also in sessions that are open.',
  usage: 'transfer-link operator role <name> viewer|operator|admin',
  ifUnconfirmed: 'Check with "transfer-link operator list".',
  async run(args, terminal) {
    const [name, word = ''] = readWords(args, 2, 'Name the operator and the role.')
    const role = readRole(word)
    await changeOperators(terminal, async (changing) => {
      await changeRole(changing, await requireOperator(changing.query, { name }), role)
    })
    terminal.line(`${escapeText(name)} has the role ${role}.`)
  },
}

export const removeOperatorCommand: Command = {
  name: 'operator remove',
  summary: 'Removes an operator with all passkeys and sessions. The name is not used again.',
  usage: 'transfer-link operator remove <name>',
  ifUnconfirmed: 'Check with "transfer-link operator list".',
  async run(args, terminal) {
    const [name] = readWords(args, 1, 'Name the operator.')
    await changeOperators(terminal, async (changing) => {
      await removeKnown(changing, await requireOperator(changing.query, { name }))
    })
    terminal.line(`${escapeText(name)} is removed, and signed out.`)
  },
}

export const restoreOperatorCommand: Command = {
  name: 'operator restore',
  summary: 'Lets an operator who was removed sign in again. An operator with passkeys needs a new invitation.',
  usage: 'transfer-link operator restore <name>',
  ifUnconfirmed: 'Check with "transfer-link operator list".',
  async run(args, terminal) {
    const [name] = readWords(args, 1, 'Name the operator.')
    const { signIn } = await changeOperators(terminal, async (changing) => {
      const known = await operatorNamed(changing.query, name)
      if (known === undefined || !known.isRemoved)
        throw new CommandFailure(`No operator with the name ${escapeText(name)} was removed.`)
      await restore(changing, known)
      return known
    })
    terminal.line(`${escapeText(name)} is an operator again.`)
    if (signIn === 'passkey') terminal.line(`Next: transfer-link operator invite --name "${escapeText(name)}"`)
  },
}

function requireConsole({ environment }: Terminal): ConsoleSettings {
  const { console: settings } = readConfig(environment)
  if (settings !== null) return settings
  throw new CommandFailure(
    'CONSOLE_PORT is not set for this command. Run it with the variables of the server. A server without CONSOLE_PORT has no console.',
  )
}

function readWords(args: string[], count: number, message: string): [string, ...string[]] {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  const [first, ...rest] = positionals
  if (first === undefined || positionals.length !== count) throw new UsageError(message)
  return [first, ...rest]
}

function readRole(word: string): Role {
  const role = roles.find((each) => each === word)
  if (role === undefined) throw new UsageError('The role must be viewer, operator or admin.')
  return role
}

function invitationLine({ name, role, addsPasskey, invitedUntil }: OpenInvitation): string {
  const purpose = addsPasskey ? 'to add a passkey' : `as ${role}`
  return `${escapeText(name)}: invited ${purpose}, until ${invitedUntil.toISOString()}`
}

function lineOf({ name, role, signIn, passkeys, sessions, lastUsedAt }: OperatorRecord): string {
  const way = signIn === 'oidc' ? 'identity provider' : passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
  const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`
  return `${escapeText(name)}  ${role}  ${way}  ${sessions === 1 ? '1 session' : `${sessions} sessions`}  ${used}`
}
