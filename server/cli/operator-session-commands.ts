// The sessions of the console's operators.

import { parseArgs } from 'node:util'
import {
  type Changing,
  endEverySession,
  endKnownSession,
  endSessionsOfKnown,
  requireOperator,
} from '../console/change-operators.ts'
import { listSessions, type SessionRecord } from '../console/sessions.ts'
import { escapeText } from '../contract/plain-text.ts'
import type { TimeCursor } from '../http/time-cursor.ts'
import { changeOperators } from './change-operators.ts'
import { type Command, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

const flag = { type: 'boolean', default: false } as const
const pageSize = 500

export const listSessionsCommand: Command = {
  name: 'operator sessions',
  summary: 'Lists the open sessions of the console with operator, address and last use, newest first.',
  usage: 'transfer-link operator sessions [--json]',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: flag } })
    await withStorage(terminal, async ({ query }) => {
      const now = new Date()
      let last: TimeCursor | undefined
      for (;;) {
        const sessions = await listSessions(query, { now, after: last, limit: pageSize })
        for (const session of sessions) terminal.line(values.json ? JSON.stringify(session) : lineOf(session))
        last = cursorOf(sessions.at(-1)) ?? last
        if (sessions.length < pageSize) break
      }
      if (last === undefined && !values.json) terminal.line('There are no open sessions.')
    })
  },
}

export const endSessionsCommand: Command = {
  name: 'operator end-sessions',
  summary: 'Signs an operator out everywhere, ends one session, or signs all operators out.',
  usage: `transfer-link operator end-sessions (<name> | --session <id> | --all)
       "operator sessions" lists the ids.`,
  ifUnconfirmed: 'Check with "transfer-link operator sessions".',
  async run(args, terminal) {
    const options = { all: flag, session: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name] = positionals
    const given = [
      ...positionals,
      ...(values.session === undefined ? [] : [values.session]),
      ...(values.all ? ['all'] : []),
    ]
    if (given.length !== 1) throw new UsageError('Name one operator, or use --session <id> or --all.')
    const ended = await changeOperators(terminal, async (changing) => {
      if (values.all) return endEverySession(changing)
      return name === undefined ? endOne(changing, values.session ?? '') : endAllOf(changing, name)
    })
    terminal.line(ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`)
  },
}

async function endOne(changing: Changing, id: string): Promise<number> {
  await endKnownSession(changing, id)
  return 1
}

async function endAllOf(changing: Changing, name: string): Promise<number> {
  return endSessionsOfKnown(changing, await requireOperator(changing.query, { name }))
}

function cursorOf(session: SessionRecord | undefined): TimeCursor | undefined {
  return session && { createdAt: session.createdAt.getTime(), id: session.id }
}

function lineOf({ id, operator, createdAt, usedAt, address }: SessionRecord): string {
  const times = `since ${createdAt.toISOString()}  last used ${usedAt.toISOString()}`
  return `${id}  ${escapeText(operator.name)}  ${escapeText(address)}  ${times}`
}
