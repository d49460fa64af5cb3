// `npm run test:broken-responses`: tests every adapter with broken responses of its exchange.
import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { runBrokenResponses } from './break-responses.ts'
import { subjectsWithSandbox } from './subjects.ts'

const usage = `Usage: npm run test:broken-responses -- [exchange …] [--responses 20000] [--seed <number>]

  Breaks N responses of each exchange (--responses N), each in one place, or only of those named: ${Object.keys(subjectsWithSandbox).join(', ')}.`
const { values, positionals } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    responses: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})
const count = wholeNumber(values.responses, { option: '--responses', usage, least: 1 })
const seed = wholeNumber(values.seed, { option: '--seed', usage })
for (const name of positionals) oneOf(Object.keys(subjectsWithSandbox), { text: name, what: 'exchange', usage })

const shownBreaches = 20
let breaches = 0
for (const [name, subject] of Object.entries(subjectsWithSandbox)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const started = performance.now()
  const { responses, outcomes, wrong } = await runBrokenResponses(subject, count, seed, (done) =>
    process.stdout.write(`\r${name}: ${done} of ${count}`),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\r${name}: ${responses} broken responses in ${seconds} s, seed ${seed}`)
  for (const [outcome, times] of [...outcomes].sort()) console.log(`  ${outcome.padEnd(40)} ${times}`)
  for (const breach of wrong.slice(0, shownBreaches)) console.log(`  ${breach}`)
  breaches += wrong.length
}
console.log(breaches === 0 ? 'Nothing crashed, and nothing wrong was claimed.' : `${breaches} breaches.`)
process.exitCode = breaches === 0 ? 0 : 1
