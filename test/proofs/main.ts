// `npm run proof`: runs every proof in turn, as before a release. It takes a few hours. Each proof prints a table.
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { oneOf, readCommandLine } from '../../scripts/command-line.ts'
import { changesIn, currentCommit, readResults, resultsFile, saveResult, tableOf } from './proof-results.ts'

const proofs: [string, string[]][] = [
  ['integration', ['test/run.ts', '--full', 'integration']],
  ['components', ['test/run.ts', '--full', 'components']],
  ['e2e', ['test/run.ts', '--full', 'e2e']],
  ['accessibility', ['test/run.ts', '--full', 'accessibility']],
  ['sim', ['test/proofs/simulation/main.ts', '--seeds', '100000', '--crash-pairs']],
  ['sim:bugs', ['test/proofs/simulation/bugs/main.ts']],
  ['race', ['test/proofs/race/main.ts']],
  ['chaos', ['test/proofs/chaos/main.ts', '--kills', '300']],
  ['failover', ['test/proofs/failover/main.ts', '--times', '10']],
  ['restore-drill', ['test/proofs/restore-drill/main.ts']],
  ['soak', ['test/proofs/soak/main.ts', '--minutes', '60']],
  ['fuzz', ['test/proofs/fuzz/main.ts', '--requests', '100000']],
  ['mutate', ['test/mutation/main.ts']],
  ['messages', ['test/proofs/messages/main.ts']],
  ['broken-responses', ['test/proofs/broken-responses/main.ts', '--responses', '100000']],
  ['fault-matrix', ['test/proofs/fault-matrix/main.ts']],
  ['csp', ['test/proofs/csp/main.ts']],
  ['alerts', ['test/proofs/alerts/main.ts']],
  ['proxies', ['test/proofs/proxies/main.ts']],
  ['docs', ['test/proofs/docs/main.ts']],
  ['image', ['scripts/image/main.ts']],
  ['soak:image', ['test/proofs/soak/main.ts', '--minutes', '60', '--image']],
  ['engines', ['test/engines/main.ts']],
  ['bench', ['--expose-gc', 'test/bench/run.ts']],
]
const names = proofs.map(([name]) => name)
const usage = `Usage: npm run proof -- [name …] [--status]

  Runs every proof, or only those named: ${names.join(', ')}.
  For a shorter or longer run call one by itself, for example: npm run sim -- --seeds 2000000

  Each result is written to ${resultsFile}, to be committed.
  --status  runs nothing: shows the last result of each, and which are older than the code. It counts only runs of npm run proof`

const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { status: { type: 'boolean', default: false } },
})
for (const name of positionals) oneOf(names, { text: name, what: 'proof', usage })

const file = join(projectRoot, resultsFile)
if (!values.status) process.exitCode = await runProofs()
console.log(`\n${tableOf(names, readResults(file), changesIn(projectRoot))}`)

async function runProofs(): Promise<number> {
  let broken = 0
  for (const [name, command] of proofs) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    console.log(`\n── ${name}`)
    const [commit, startedAt] = [currentCommit(projectRoot), performance.now()]
    const { code } = await runCommand(process.execPath, command)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    saveResult(file, name, { held: code === 0, date: new Date().toISOString().slice(0, 16), commit, seconds })
    if (code !== 0) broken++
  }
  return broken === 0 ? 0 : 1
}
