import { parseArgs } from 'node:util'
import { readConfig, registrySettings } from '../config.ts'
import { exchangeRegistry } from '../exchanges/registry.ts'
import { exchangeLimits } from '../limits/exchange-limits.ts'
import { networkCatalogue } from '../networks/catalogue.ts'
import type { Resolution } from '../transfers/resolution.ts'
import { recordResolution } from '../transfers/resolve.ts'
import { hasEnded } from '../transfers/transfer-status.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { requiredOperatorName } from './operator-name.ts'
import { transferNamed } from './transfer-named.ts'
import { withStorage } from './with-storage.ts'

export const resolveTransferCommand: Command = {
  name: 'transfer resolve',
  summary: 'Records the outcome of a pending transfer, with evidence.',
  usage: `transfer-link transfer resolve <id> (--sent <withdrawal id> | --not-sent | --succeeded <hash> | --returned)
         --evidence "<what was seen, where>" [--operator <name>]
       Before the exchange has accepted the order: --sent, --not-sent, --succeeded or --returned. After: --succeeded or
       --returned. From a wallet: --succeeded or --not-sent.
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
        evidence: { type: 'string' },
        operator: { type: 'string' },
      },
    })
    const [transferId, ...rest] = positionals
    if (transferId === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    if (values.evidence === undefined) throw new UsageError('--evidence is required: what was seen, and where.')
    const resolution = resolutionOf(values)
    const { evidence, operator = requiredOperatorName() } = values
    await withStorage(terminal, async (database) => {
      const config = readConfig(terminal.environment)
      const now = () => new Date()
      const networks = networkCatalogue(config.environment)
      const tools = { ...exchangeLimits(database, now), networks }
      const deps = { database, now, networks, exchanges: exchangeRegistry(registrySettings(config), tools) }
      const request = { transferId, resolution, evidence, operator }
      const bypasses = config.twoPersonResolve
      const facts = bypasses ? { withoutSecondOperator: true } : {}
      const transfer = await auditedCommand(terminal, deps, async (inside, record) => {
        const { state } = await transferNamed(inside.database.query, transferId)
        if (hasEnded(state))
          throw new CommandFailure(`This transfer is ${state}. Only pending transfers can be resolved.`)
        return recordResolution(inside, { ...request, facts }, record)
      })
      if (bypasses) {
        terminal.line(
          'CONSOLE_TWO_PERSON_RESOLVE is set. This command requires no second operator, and the audit log says so.',
        )
      }
      terminal.line(`Transfer ${transfer.id} is now ${transfer.state}.`)
      if (resolution.kind === 'sent') terminal.line('A running server now polls the withdrawal.')
    })
  },
}

interface Outcome {
  sent?: string | undefined
  'not-sent'?: boolean | undefined
  succeeded?: string | undefined
  returned?: boolean | undefined
}

function resolutionOf({ sent, 'not-sent': notSent, succeeded, returned }: Outcome): Resolution {
  const said: Resolution[] = [
    ...(sent === undefined ? [] : [{ kind: 'sent' as const, withdrawalId: sent.trim() }]),
    ...(notSent === true ? [{ kind: 'notSent' as const }] : []),
    ...(succeeded === undefined ? [] : [{ kind: 'succeeded' as const, hash: succeeded.trim() }]),
    ...(returned === true ? [{ kind: 'returned' as const }] : []),
  ]
  const [resolution, ...rest] = said
  if (resolution === undefined || rest.length > 0)
    throw new UsageError(
      'Use one of --sent <withdrawal id>, --not-sent, --succeeded <transaction hash> and --returned.',
    )
  if (sent?.trim() === '') throw new UsageError('--sent must be the exchange’s id of the withdrawal.')
  if (succeeded?.trim() === '') throw new UsageError('--succeeded must be the hash of the transaction that paid.')
  return resolution
}
