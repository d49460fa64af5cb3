// Mistakes in the order of polls, in the shares of the tiers, and in what happens to a transfer after its poll.

import { type Bug, files } from './bug.ts'

const { busyKeys, endedLeases, lease, pollLanes, pollLeased, pollPool, pollRequests, pollSchedule } = files

export const pollBugs: Bug[] = [
  {
    name: 'the transfer that is due last is polled first',
    breaks: ['Q'],
    changes: [
      {
        file: lease,
        find: ".where('next_poll_at', '<=', now().getTime())\n    .orderBy('next_poll_at')",
        replace: ".where('next_poll_at', '<=', now().getTime())\n    .orderBy('next_poll_at', 'desc')",
      },
    ],
  },
  {
    name: 'old transfers are polled only if no new one is due',
    breaks: ['Q', 'Z'],
    changes: [
      {
        file: pollSchedule,
        find: 'open.find((tier) => positions[tier] === lowest) ?? 0',
        replace: 'open[0] ?? 0',
      },
    ],
  },
  {
    name: 'every tier has the same share',
    breaks: ['Q', 'Z'],
    changes: [{ file: pollSchedule, find: 'lowest + 1 / (tierWeights[next] ?? 1)', replace: 'lowest + 1' }],
  },
  {
    name: 'a key may have several polls in flight',
    breaks: ['H'],
    changes: [
      { file: busyKeys, find: 'return isInFlight || isBefore(at,', replace: 'return !isInFlight && isBefore(at,' },
    ],
  },
  {
    name: 'polls are not limited by the rate of their lane',
    breaks: ['L'],
    changes: [{ file: pollPool, find: 'if (!allowed) return taken', replace: '' }],
  },
  {
    name: 'a lane starts more polls than it has slots',
    breaks: ['H'],
    changes: [
      { file: pollPool, find: 'inFlight < slots)', replace: 'slots > 0)' },
      { file: pollPool, find: 'lane.slots - lane.inFlight', replace: 'lane.slots' },
    ],
  },
  {
    name: 'transfers that wait for their key lose their places',
    breaks: ['V', 'Q'],
    changes: [
      { file: endedLeases, find: 'transfer.dueAt.getTime()', replace: 'deps.now().getTime() + 400' },
      { file: lease, find: 'busyAccounts.length === 0 ? due :', replace: 'busyAccounts.length >= 0 ? due :' },
    ],
  },
  {
    name: 'a transfer whose look-up failed is looked up first again',
    breaks: ['V'],
    changes: [
      {
        file: pollLeased,
        find: "requests.end()\n    return 'outage'",
        replace: "requests.end()\n    return 'unpolled'",
      },
    ],
  },
  {
    name: 'a key may have several requests in flight for transfers of a network',
    breaks: ['H'],
    changes: [
      { file: pollLeased, find: 'oneRequestPerKey(exchange, keys)', replace: 'exchange' },
      { file: pollLanes, find: 'const usesKey = !deps.chains.has(key)', replace: 'const usesKey = false' },
    ],
  },
  {
    name: 'a poll of several transfers uses the rate once, although it looks up each by its id',
    breaks: ['L'],
    changes: [{ file: pollRequests, find: 'if (made > 1 && !(await charge())) isEnded = true', replace: '' }],
  },
  {
    name: 'the slot of a poll that took long is not returned',
    breaks: ['Q', 'Z', 'N'],
    changes: [
      {
        file: pollPool,
        find: 'run(async () => {\n      try {',
        replace: 'run(async () => {\n      const at = deps.now().getTime()\n      try {',
      },
      {
        file: pollPool,
        find: 'lane.inFlight -= 1',
        replace: 'if (deps.now().getTime() < at + 10_000) lane.inFlight -= 1',
      },
    ],
  },
  {
    name: 'a pass waits for the polls of the pass before',
    breaks: ['Q', 'Z'],
    changes: [
      {
        file: pollPool,
        find: 'const due = await countDue(',
        replace: 'await Promise.all(running)\n      const due = await countDue(',
      },
    ],
  },
  {
    name: 'the polls of a process share one lane',
    breaks: ['Q', 'Z'],
    changes: [
      {
        file: pollPool,
        find: 'const free = lanes.filter(({ inFlight, slots }) => inFlight < slots)',
        replace:
          'const free = lanes.filter(({ slots }) => lanes.reduce((sum, lane) => sum + lane.inFlight, 0) < slots / 4)',
      },
    ],
  },
  {
    name: 'a lease lasts for a day',
    breaks: ['N'],
    changes: [
      {
        file: lease,
        find: 'const leasedUntil = at + leaseMs',
        replace: 'const leasedUntil = at + 86_400_000',
      },
    ],
  },
  {
    name: 'a transfer whose response was lost shares the poll of another one',
    breaks: ['U'],
    changes: [{ file: lease, find: ".where('state', '=', 'Submitted')", replace: '' }],
  },
  {
    name: 'a transfer whose look-up failed is not postponed',
    breaks: ['N'],
    changes: [
      {
        file: pollLeased,
        find: "requests.end()\n    return 'outage'",
        replace: "requests.end()\n    return 'changed'",
      },
    ],
  },
  {
    name: 'a transfer whose key is busy keeps its lease',
    breaks: ['N'],
    changes: [
      {
        file: pollPool,
        find: 'ended.putBack([...busy])',
        replace: '',
      },
    ],
  },
  {
    name: 'transfers that a poll did not reach are postponed by their whole interval',
    breaks: ['N', 'Q', 'V'],
    changes: [
      {
        file: pollLeased,
        find: "if (error instanceof RequestsUsedUp) return 'unpolled'",
        replace: "if (error instanceof RequestsUsedUp) return 'unchanged'",
      },
      {
        file: pollLeased,
        find: "requests.take())) return 'unpolled'",
        replace: "requests.take())) return 'unchanged'",
      },
    ],
  },
  {
    name: 'transfers that no listing contains share a poll before they are due',
    breaks: ['Q'],
    changes: [{ file: lease, find: ", eb('created_at', '>', now - oldestListedMs)", replace: '' }],
  },
]
