import { parseArgs } from 'node:util'
import { declineProposal, proposalOf } from '../transfers/resolve-proposals.ts'
import { lockTransfer } from '../transfers/transfer-store.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'
import { transferNamed } from './transfer-named.ts'
import { withStorage } from './with-storage.ts'

export const declineProposalCommand: Command = {
  name: 'transfer decline',
  summary: 'Declines the outcome that an operator has proposed in the console. The transfer stays as it is.',
  usage: `transfer-link transfer decline <id>
       With CONSOLE_TWO_PERSON_RESOLVE, a second operator approves or declines what the first one has proposed.`,
  ifUnconfirmed: 'Check with "transfer-link transfer show <id>".',
  async run(args, terminal) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const [id, ...rest] = positionals
    if (id === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    await withStorage(terminal, async (database) => {
      const { transferId } = await auditedCommand(
        terminal,
        { database, now: () => new Date() },
        async (inside, record) => {
          const { query } = inside.database
          await lockTransfer(query, id)
          const transfer = await transferNamed(query, id)
          const proposal = await proposalOf(query, transfer.id)
          if (proposal === undefined) throw new CommandFailure('No outcome of this transfer has been proposed.')
          await declineProposal(query, proposal, record)
          return proposal
        },
      )
      terminal.line(`The proposal for transfer ${transferId} was declined.`)
    })
  },
}
