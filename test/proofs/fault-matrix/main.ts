// `npm run test:fault-matrix`: tests every fault with every adapter, through the engine.

import { oneOf, readCommandLine } from '../../../scripts/command-line.ts'
import { subjects } from '../broken-responses/subjects.ts'
import { runMatrix, squares } from './matrix.ts'

const usage = `Usage: npm run test:fault-matrix -- [exchange …]

  Injects ${squares.length} faults at each exchange, or only at those named: ${Object.keys(subjects).join(', ')}.`
const { positionals } = readCommandLine(usage, { allowPositionals: true })
for (const name of positionals) oneOf(Object.keys(subjects), { text: name, what: 'exchange', usage })

let breaches = 0
for (const [name, subject] of Object.entries(subjects)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const started = performance.now()
  const { squares: tried, ends, wrong } = await runMatrix(subject, squares)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${name}: ${tried} squares in ${seconds} s`)
  for (const [end, times] of [...ends].sort()) console.log(`  ${end.padEnd(24)} ${times}`)
  for (const breach of wrong) console.log(`  ${breach}`)
  breaches += wrong.length
}
console.log(breaches === 0 ? 'No order was made twice, lost, or wrongly called failed.' : `${breaches} breaches.`)
process.exitCode = breaches === 0 ? 0 : 1
