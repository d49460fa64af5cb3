// `npm run test:alerts`: the alert rules in Prometheus's own tests, each rule broken in turn, and a real Prometheus whose alert fires.
import { readCommandLine } from '../../../scripts/command-line.ts'
import { promtool, promtoolMissing } from '../../support/alerts.ts'
import { breakEachRule } from './break-rules.ts'
import { checkFiles } from './check-files.ts'
import { fireAlert } from './fire-alert.ts'

const usage = `Usage: npm run test:alerts

  Tests deploy/alerts.yml with promtool, breaks each of its rules and expects that the tests notice, and lets a real Prometheus
  scrape a server that is killed. Needs Debian's package prometheus.`
readCommandLine(usage, { options: {} })

if (promtool === null) {
  console.error(promtoolMissing)
  process.exit(1)
}

const steps: [name: string, run: () => Promise<string[]>][] = [
  ['files', checkFiles],
  ['broken rules', breakEachRule],
  ['an alert that fires', fireAlert],
]
for (const [name, run] of steps) {
  const startedAt = performance.now()
  const problems = await run()
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
