import type { Bug } from './bug.ts'
import { outcomeBugs } from './outcome-bugs.ts'
import { pollBugs } from './poll-bugs.ts'
import { recoveryBugs } from './recovery-bugs.ts'
import { sendBugs } from './send-bugs.ts'
import { watchBugs } from './watch-bugs.ts'
import { webhookBugs } from './webhook-bugs.ts'

export const bugs: readonly Bug[] = [
  ...sendBugs,
  ...recoveryBugs,
  ...outcomeBugs,
  ...watchBugs,
  ...pollBugs,
  ...webhookBugs,
]
