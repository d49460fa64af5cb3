// `npm run proof`: every proof at full length, one after the other. Hours, not minutes; each prints its own table.
import { runCommand } from '../../scripts/command.ts'
import { oneOf, readCommandLine } from '../../scripts/command-line.ts'

const proofs: [string, string[]][] = [
  ['sim', ['test/proofs/simulation/main.ts', '--seeds', '2000000', '--crashes']],
  ['sim:bugs', ['test/proofs/simulation/bugs/main.ts']],
  ['race', ['test/proofs/race/main.ts']],
  ['chaos', ['test/proofs/chaos/main.ts', '--kills', '10000']],
  ['fuzz', ['test/proofs/fuzz/main.ts', '--requests', '1000000']],
  ['test:messages', ['test/proofs/messages/main.ts']],
  ['test:broken-responses', ['test/proofs/broken-responses/main.ts', '--responses', '100000']],
  ['test:fault-matrix', ['test/proofs/fault-matrix/main.ts']],
  ['bench', ['--expose-gc', 'test/bench/run.ts']],
]
const usage = `Usage: npm run proof -- [name …]

  Runs every proof at full length, or only those named: ${proofs.map(([name]) => name).join(', ')}.
  For a shorter run call one by itself, for example: npm run sim -- --seeds 20000`

const { positionals } = readCommandLine(usage, { allowPositionals: true })
const names = proofs.map(([name]) => name)
for (const name of positionals) oneOf(names, name, 'proof', usage)

const broken: string[] = []
for (const [name, command] of proofs) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n── ${name}`)
  const { code } = await runCommand(process.execPath, command)
  if (code !== 0) broken.push(name)
}
console.log(broken.length === 0 ? '\nEvery proof held.' : `\nBroken: ${broken.join(', ')}.`)
process.exitCode = broken.length === 0 ? 0 : 1
