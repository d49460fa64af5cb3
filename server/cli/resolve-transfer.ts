import { parseArgs } from 'node:util'
import { configuredChains } from '../chains/configured-chains.ts'
import { type Config, readConfig, registrySettings } from '../config.ts'
import { type PaymentDifference, paymentDifferences } from '../contract/payment-difference.ts'
import { escapeText } from '../contract/plain-text.ts'
import { exchangeRegistry } from '../exchanges/registry.ts'
import { exchangeLimits } from '../limits/exchange-limits.ts'
import { networkCatalogue } from '../networks/catalogue.ts'
import type { Database } from '../storage/storage.ts'
import type { Outcome, Resolution } from '../transfers/resolution.ts'
import { recordResolution } from '../transfers/resolve.ts'
import { hasEnded } from '../transfers/transfer-status.ts'
import { resolutionOf } from '../wallets/look-up-payment.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { requiredOperatorName } from './operator-name.ts'
import { transferNamed } from './transfer-named.ts'
import { withStorage } from './with-storage.ts'

export const resolveTransferCommand: Command = {
  name: 'transfer resolve',
  summary: 'Records the outcome of a pending transfer, with evidence.',
  usage: `transfer-link transfer resolve <id> (--sent <withdrawal id> | --not-sent | --succeeded <hash> | --returned)
         --evidence "<what was seen, where>" [--despite <difference>,…] [--operator <name>]
       Before the exchange has accepted the order: --sent, --not-sent, --succeeded or --returned. After: --succeeded or
       --returned. From a wallet: --succeeded or --not-sent.
       --succeeded looks the transaction up on the node of its network in RPC_URLS. If the payment differs from the transfer, or is
       not known, the command prints how and records nothing. --despite confirms the differences by their names.
       The command requires no second operator, also with CONSOLE_TWO_PERSON_RESOLVE. The audit log then says so.`,
  ifUnconfirmed: 'Check with "transfer-link transfer show <id>".',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        sent: { type: 'string' },
        'not-sent': { type: 'boolean' },
        succeeded: { type: 'string' },
        returned: { type: 'boolean' },
        despite: { type: 'string' },
        evidence: { type: 'string' },
        operator: { type: 'string' },
      },
    })
    const [transferId, ...rest] = positionals
    if (transferId === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    if (values.evidence === undefined) throw new UsageError('--evidence is required: what was seen, and where.')
    const outcome = outcomeOf(values)
    const { evidence, operator = requiredOperatorName() } = values
    await withStorage(terminal, async (database) => {
      const config = readConfig(terminal.environment)
      const deps = depsOf(config, database)
      const transfer = await transferNamed(database.query, transferId)
      if (hasEnded(transfer.state))
        throw new CommandFailure(`This transfer is ${transfer.state}. Only pending transfers can be resolved.`)
      const resolution = await resolutionOf(deps, transfer, outcome)
      if (resolution.kind === 'succeeded') printReport(terminal, resolution)
      const bypasses = config.twoPersonResolve
      const facts = bypasses ? { withoutSecondOperator: true } : {}
      const request = { transferId, resolution, evidence, operator, facts }
      const resolved = await auditedCommand(terminal, deps, (inside, record) =>
        recordResolution(inside, request, record),
      )
      if (bypasses) {
        terminal.line(
          'CONSOLE_TWO_PERSON_RESOLVE is set. This command requires no second operator, and the audit log says so.',
        )
      }
      terminal.line(`Transfer ${resolved.id} is now ${resolved.state}.`)
      if (resolution.kind === 'sent') terminal.line('A running server now polls the withdrawal.')
    })
  },
}

function depsOf(config: Config, database: Database) {
  const now = () => new Date()
  const networks = networkCatalogue(config.environment)
  const tools = { ...exchangeLimits(database, now), networks }
  const exchanges = exchangeRegistry(registrySettings(config), tools)
  return { database, now, networks, exchanges, chains: configuredChains(networks, config.rpcUrls) }
}

/** Throws if the operator has not confirmed each difference. */
function printReport(terminal: Terminal, { report, despite }: Extract<Resolution, { kind: 'succeeded' }>): void {
  terminal.line(`Transaction ${escapeText(report.hash)}: ${escapeText(report.text)}`)
  const { differences } = report
  if (differences.every((each) => despite.includes(each))) return
  throw new CommandFailure(
    `Nothing was recorded. If you know that the recipient was paid all the same, add: --despite ${differences.join(',')}`,
  )
}

interface Options {
  sent?: string | undefined
  'not-sent'?: boolean | undefined
  succeeded?: string | undefined
  returned?: boolean | undefined
  despite?: string | undefined
}

function outcomeOf({ sent, 'not-sent': notSent, succeeded, returned, despite }: Options): Outcome {
  const stated: Outcome[] = [
    ...(sent === undefined ? [] : [{ kind: 'sent' as const, withdrawalId: sent.trim() }]),
    ...(notSent === true ? [{ kind: 'notSent' as const }] : []),
    ...(succeeded === undefined
      ? []
      : [{ kind: 'succeeded' as const, hash: succeeded.trim(), despite: differencesOf(despite) }]),
    ...(returned === true ? [{ kind: 'returned' as const }] : []),
  ]
  const [outcome, ...rest] = stated
  if (outcome === undefined || rest.length > 0)
    throw new UsageError(
      'Use one of --sent <withdrawal id>, --not-sent, --succeeded <transaction hash> and --returned.',
    )
  if (despite !== undefined && outcome.kind !== 'succeeded') throw new UsageError('--despite requires --succeeded.')
  if (sent?.trim() === '') throw new UsageError('--sent must be the exchange’s id of the withdrawal.')
  if (succeeded?.trim() === '') throw new UsageError('--succeeded must be the hash of the transaction that paid.')
  return outcome
}

function differencesOf(text: string | undefined): PaymentDifference[] {
  if (text === undefined) return []
  return text.split(',').map((word) => {
    const difference = paymentDifferences.find((each) => each === word.trim())
    if (difference !== undefined) return difference
    throw new UsageError(`--despite must be among ${paymentDifferences.join(', ')}.`)
  })
}
