import { parseArgs } from 'node:util'
import { acknowledgeTransfer } from '../transfers/acknowledge.ts'
import { auditedCommand } from './audited-command.ts'
import { type Command, UsageError } from './command.ts'
import { requiredOperatorName } from './operator-name.ts'
import { transferNamed } from './transfer-named.ts'
import { withStorage } from './with-storage.ts'

export const acknowledgeTransferCommand: Command = {
  name: 'transfer acknowledge',
  summary: 'Ends the flag of a transfer that has ended. Its outcome stays.',
  usage: `transfer-link transfer acknowledge <id> --evidence "<what was seen, where, and what was done>" [--operator <name>]
       For a transfer that has ended and needs an operator. A pending one needs "transfer resolve".`,
  ifUnconfirmed: 'Check with "transfer-link transfer show <id>".',
  async run(args, terminal) {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { evidence: text, operator: text },
    })
    const [id, ...rest] = positionals
    if (id === undefined || rest.length > 0) throw new UsageError('Name one transfer by its id.')
    const { evidence, operator = requiredOperatorName() } = values
    if (evidence === undefined) throw new UsageError('--evidence is required: what was seen, where, and what was done.')
    await withStorage(terminal, async (database) => {
      const deps = { database, now: () => new Date() }
      const { state } = await auditedCommand(terminal, deps, async (inside, record) => {
        const { id: transferId } = await transferNamed(inside.database.query, id)
        return acknowledgeTransfer(inside, { transferId, evidence, operator }, record)
      })
      terminal.line(`Transfer ${id} needs no operator any more. It stays ${state}.`)
    })
  },
}
