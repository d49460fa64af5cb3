// The alerts and the dashboard of deploy/ use what a server returns, and every alert is tested and explained.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import {
  addedByPrometheus,
  alertsOf,
  type Exposed,
  isOfPrometheus,
  promtool,
  promtoolMissing,
  readDashboardQueries,
  readExposed,
  readRules,
  readRuleTests,
  rulesFile,
  ruleTestFiles,
  runPromtool,
  selectedBy,
} from '../../support/alerts.ts'
import { execute, preview, signIn } from '../../support/native-flow.ts'
import { pagesFolder } from '../../support/readme.ts'
import { type Serving, startServing } from '../../support/serving.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const alerts = alertsOf(readRules())
const queries = [...alerts.map(({ expr }) => expr), ...readDashboardQueries()]
const used = queries.flatMap((query) => selectedBy(query).selected).filter(({ metric }) => !isOfPrometheus(metric))

let serving: Serving
let server: TestServer
before(async () => {
  serving = await startServing()
  server = await startTestServer()
})
after(async () => {
  await serving.stop()
  await server.stop()
})

test('every metric of the rules and the dashboard exists in the metrics of a running server', async () => {
  const { types } = readExposed(await (await fetch(`${serving.url}/metrics`)).text())
  assert.ok(used.length > 50)
  assert.deepEqual(
    [...new Set(used.map(({ metric }) => metric))].filter((metric) => !types.has(metric)),
    [],
  )
})

test('every label by which they select or group exists', async () => {
  const { labels } = await exposedAfterTransfer()
  const missing: string[] = []
  for (const query of queries) {
    const { selected, grouped } = selectedBy(query)
    const known = selected.map(({ metric }) => labels.get(metric) ?? new Set(addedByPrometheus))
    for (const [index, { metric, labels: named }] of selected.entries())
      missing.push(...named.filter((label) => !known[index]?.has(label)).map((label) => `${metric} ${label}`))
    missing.push(...grouped.filter((label) => !known.some((each) => each.has(label))).map((label) => `by ${label}`))
  }
  assert.deepEqual(missing, [])
})

/** The metrics of a server that has made a transfer. What only other processes have is added. */
async function exposedAfterTransfer(): Promise<Exposed> {
  const { metrics } = server.deps
  const token = await signIn(server, 'user_good')
  await execute(server, token, (await preview(server, token, '5.03')).body.PreviewResult.PreviewId)
  metrics?.webhookRequestSeconds.observe(1, 'delivered')
  metrics?.polls.observeDelay(1, 'sandbox')
  server.wait(60_000)
  const { text } = await server.over({ databaseDurability: () => 'synchronous' }).get('/metrics', {})
  return readExposed(text)
}

test('metrics that the queries name are found, whatever the form of the query', () => {
  const { selected, grouped } = selectedBy(
    'topk(5, sum by (a, le) (rate(x_bucket{b=~"by (c) z", d!="1"}[5m]))) / y > 1e3 * 2 and absent(up{job="z"}) # w',
  )
  assert.deepEqual(selected, [
    { metric: 'x_bucket', labels: ['b', 'd'] },
    { metric: 'y', labels: [] },
    { metric: 'up', labels: ['job'] },
  ])
  assert.deepEqual(grouped, ['a', 'le'])
})

test('every alert has a test in which it fires, and one in which it does not', () => {
  const tests = readRuleTests().flatMap((file) => file.tests.flatMap((each) => each.alert_rule_test))
  const namesOf = (fires: boolean) =>
    new Set(tests.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname))
  const names = alerts.map(({ alert }) => alert)
  for (const fires of [true, false]) assert.deepEqual([...namesOf(fires)].sort(), [...names].sort())
})

for (const { alert, annotations, labels } of alerts) {
  test(`${alert} has a runbook that names it, and that the page about monitoring links`, () => {
    const page = `${alert.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.md`
    assert.equal(annotations.runbook_url, `operate/runbooks/${page}`)
    const file = join(projectRoot, pagesFolder, annotations.runbook_url)
    assert.ok(existsSync(file), file)
    const text = readFileSync(file, 'utf8')
    assert.ok(text.startsWith(`---\ntitle: ${alert}\n`))
    for (const heading of ['## What it means', '## What to check', '## What to do']) assert.ok(text.includes(heading))
    const monitoring = readFileSync(join(projectRoot, pagesFolder, 'operate/monitoring.md'), 'utf8')
    assert.ok(monitoring.includes(`| [${alert}](runbooks/${page}) | ${labels.severity} |`))
  })
}

const checks: [name: string, args: string[]][] = [
  ['the alert rules are valid', ['check', 'rules', rulesFile]],
  ['the alerts fire when they should', ['test', 'rules', ...ruleTestFiles]],
]
for (const [name, args] of checks) {
  test(name, { skip: promtool === null && promtoolMissing }, async () => {
    const { code, output } = await runPromtool(args)
    assert.equal(code, 0, output)
  })
}

test('Prometheus accepts the metrics of a running server', { skip: promtool === null && promtoolMissing }, async () => {
  const text = await (await fetch(`${serving.url}/metrics`)).text()
  const { code, output } = await runPromtool(['check', 'metrics'], text)
  assert.equal(code, 0, output)
})
