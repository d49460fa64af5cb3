// `npm run restore-drill -- [--storage sqlite|postgres] [--transfers N]`: a database is lost and restored to an earlier time.
import { resolve } from 'node:path'
import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import type { Storage } from '../chaos/stage.ts'
import { type DrillResult, runDrill } from './run.ts'

const usage = `Usage: npm run restore-drill -- [--storage sqlite|postgres] [--transfers 40]

  On each storage: runs a server under load against the sandbox exchange, backs its database up, executes more transfers, kills the
  server and removes the database, restores it to the earlier time, and starts it with --after-restore.
  The embedded database is backed up with "transfer-link backup", PostgreSQL with a base backup, archived WAL and recovery_target_time.
  Exits with 1 if a transfer that was acknowledged before that time is lost, if anything is sent before the confirmation, if reconcile
  does not list exactly the withdrawals that the restored database does not know, or if sending does not work afterwards.
  --transfers  how many are executed in each of the three phases`

const { values } = readCommandLine(usage, {
  options: { storage: { type: 'string' }, transfers: { type: 'string', default: '40' } },
})
const all: readonly Storage[] = ['sqlite', 'postgres']
const storages = values.storage === undefined ? all : [oneOf(all, { text: values.storage, what: 'storage', usage })]
const transfers = wholeNumber(values.transfers, { option: '--transfers', usage, least: 1 })
const root = resolve(import.meta.dirname, '../../..')

try {
  for (const storage of storages) {
    const say = (line: string) => console.log(`${storage}: ${line}`)
    report(await runDrill(storage, { root, transfers, say }))
  }
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  console.log('BROKEN: the drill could not be completed.')
  process.exitCode = 1
}
process.exit()

function report({ storage, breaches, before, lost, listed, restoreSeconds }: DrillResult): void {
  for (const breach of breaches.slice(0, 20)) console.log(`  ${breach}`)
  const verdict = breaches.length === 0 ? 'HELD' : `BROKEN: ${breaches.length} breaches`
  console.log(
    `${storage}: ${verdict}. ${before} acknowledged before, ${lost} lost, ${listed} listed, served again after ${restoreSeconds.toFixed(1)} s`,
  )
  if (breaches.length > 0) process.exitCode = 1
}
