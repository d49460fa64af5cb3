// The gauges of one process. They need no database.

import { type Gauge, single } from '../../log/metric-types.ts'
import { version } from '../../package-info.ts'
import { isPostgres } from '../../storage/dialect.ts'
import type { DurabilityKind } from '../../storage/durability.ts'
import type { RouteDeps } from '../route-deps.ts'

export function processGauges({
  exchanges,
  openCircuits,
  databaseDurability,
  environment,
  database,
}: RouteDeps): Gauge[] {
  const open = openCircuits()
  const durability = databaseDurability()
  const storage = isPostgres(database.query) ? 'postgresql' : 'sqlite'
  return [
    {
      name: 'transfer_link_build_info',
      help: 'Always 1. The labels describe the build and its environment.',
      labels: ['version', 'node', 'environment', 'storage'],
      values: [[[version, process.version, environment, storage], 1]],
    },
    {
      name: 'transfer_link_exchange_circuit_open',
      help: '1 while the circuit breaker of an exchange is open.',
      labels: ['exchange'],
      values: exchanges.all.map(({ type }) => [[type], open.includes(type) ? 1 : 0] as const),
    },
    single(
      'transfer_link_database_standby_waiting',
      '1 while writes wait for a synchronous standby of the database.',
      durability === 'waiting' ? 1 : 0,
    ),
    durabilityGauge(durability),
    single('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    single('process_uptime_seconds', 'Time since the process started.', Math.round(process.uptime())),
  ]
}

/** Without values until the durability was read, and for the embedded storage. */
function durabilityGauge(current: DurabilityKind | null): Gauge {
  const isRead = current !== null && current !== 'embedded'
  const states: DurabilityKind[] = isRead ? ['synchronous', 'asynchronous', 'waiting', 'unknown'] : []
  return {
    name: 'transfer_link_database_durability',
    help: '1 for the current durability of acknowledged writes in PostgreSQL.',
    labels: ['state'],
    values: states.map((state) => [[state], state === current ? 1 : 0] as const),
  }
}
