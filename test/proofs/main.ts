// `npm run proof`: runs every proof in turn, as before a release. It takes a few hours. Each proof prints a table.
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { oneOf, readCommandLine } from '../../scripts/command-line.ts'
import { changesIn, currentCommit, readResults, resultsFile, saveResult, tableOf } from './proof-results.ts'
import proofs from './proofs.json' with { type: 'json' }

const proofNames = Object.keys(proofs)
const usage = `Usage: npm run proof -- [name …] [--status]

  Runs every proof, or only those named: ${proofNames.join(', ')}.
  For a shorter or longer run call one by itself, for example: npm run sim -- --seeds 2000000

  Each result is written to ${resultsFile}, to be committed.
  --status  runs nothing: shows the last result of each, and which are older than the code. It counts only runs of npm run proof`

const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { status: { type: 'boolean', default: false } },
})
for (const name of positionals) oneOf(proofNames, { text: name, what: 'proof', usage })

const file = join(projectRoot, resultsFile)
if (!values.status) process.exitCode = await runProofs()
console.log(`\n${tableOf(proofNames, readResults(file), changesIn(projectRoot))}`)

async function runProofs(): Promise<number> {
  let broken = 0
  for (const [name, command] of Object.entries(proofs)) {
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
