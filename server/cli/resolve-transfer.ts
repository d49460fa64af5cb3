import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { isTaken } from '../storage/storage.ts'
import { type Resolution, resolveTransfer } from '../transfers/resolve.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

export const resolveTransferCommand: Command = {
  name: 'transfer resolve',
  says: 'Ends the uncertainty of a transfer whose outcome is unknown, with evidence that stays in its timeline.',
  usage:
    'transfer-link transfer resolve <id> (--sent <withdrawal id> | --not-sent) --evidence "<what was seen, where>" [--operator <name>]',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        sent: { type: 'string' },
        'not-sent': { type: 'boolean' },
        evidence: { type: 'string' },
        operator: { type: 'string' },
      },
    })
    const [transferId, ...rest] = positionals
    if (transferId === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    if (values.evidence === undefined) throw new UsageError('--evidence is required: what was seen, and where.')
    const resolution = resolutionOf(values.sent, values['not-sent'] === true)
    const { evidence, operator = userName() } = values
    await withStorage(terminal, async (database) => {
      const deps = { database, now: () => new Date() }
      const request = { transferId, resolution, evidence, operator }
      const transfer = await resolveTransfer(deps, request).catch((error: unknown) => {
        throw isTaken(error) ? new CommandFailure('This withdrawal belongs to another transfer already.') : error
      })
      terminal.line(`Transfer ${transfer.id} is now ${transfer.state}.`)
      if (resolution.kind === 'sent') terminal.line('A running server follows the withdrawal from here on.')
    })
  },
}

function resolutionOf(withdrawalId: string | undefined, isNotSent: boolean): Resolution {
  if ((withdrawalId !== undefined) === isNotSent)
    throw new UsageError('Say either --sent <withdrawal id> or --not-sent.')
  if (withdrawalId === undefined) return { kind: 'notSent' }
  if (withdrawalId.trim() === '') throw new UsageError('--sent takes the id that the exchange gave the withdrawal.')
  return { kind: 'sent', withdrawalId: withdrawalId.trim() }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    throw new UsageError('--operator is required: this user has no name here.')
  }
}
