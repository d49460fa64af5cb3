// Breaks each rule in several ways. The tests of the rules must notice each of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { alertsOf, readRules, readRuleTests, runPromtool } from '../../support/alerts.ts'

type Rule = ReturnType<typeof alertsOf>[number]

const breakages: [name: string, change: (rule: Rule) => Rule | null][] = [
  ['never fires', (rule) => ({ ...rule, expr: `(${rule.expr}) unless vector(1) unless on () vector(1)` })],
  ['always fires', (rule) => ({ ...rule, expr: 'vector(1)' })],
  ['does not wait', ({ for: waits, ...rule }) => (waits === undefined ? null : rule)],
  ['waits for an hour longer', (rule) => ({ ...rule, for: `${minutesOf(rule.for) + 60}m` })],
  [
    'has another severity',
    (rule) => ({ ...rule, labels: { severity: rule.labels.severity === 'page' ? 'ticket' : 'page' } }),
  ],
  ['has a threshold ten times as high', (rule) => withThresholds(rule, (value) => value * 10)],
  ['has a threshold ten times as low', (rule) => withThresholds(rule, (value) => value / 10)],
]

/** Returns the breakages that the tests do not notice. Each run has one rule and its tests, which is faster. */
export async function breakEachRule(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'broken-rules-'))
  const problems: string[] = []
  try {
    for (const rule of alertsOf(readRules())) {
      const tests = writeTests(folder, rule.alert)
      const passes = async (changed: Rule) => {
        writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: [{ name: 'one', rules: [changed] }] }))
        return (await runPromtool(['test', 'rules', ...tests])).code === 0
      }
      if (!(await passes(rule))) problems.push(`The tests of ${rule.alert} fail.`)
      for (const [name, change] of breakages) {
        const broken = change(rule)
        if (broken !== null && (await passes(broken))) problems.push(`No test notices that ${rule.alert} ${name}.`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}

/** Writes the tests of one alert. Returns their files. */
function writeTests(folder: string, alert: string): string[] {
  return readRuleTests().flatMap((file, n) => {
    const tests = file.tests.flatMap(({ alert_rule_test, ...test }) => {
      const ofAlert = alert_rule_test.filter(({ alertname }) => alertname === alert)
      return ofAlert.length === 0 ? [] : { ...test, alert_rule_test: ofAlert }
    })
    const path = join(folder, `${n}.test.yml`)
    writeFileSync(path, stringify({ ...file, tests }))
    return tests.length === 0 ? [] : path
  })
}

/** A comparison with 0 or 1 has no threshold. */
function withThresholds(rule: Rule, change: (value: number) => number): Rule | null {
  const expr = rule.expr.replace(/> (\d[\d.]*)/g, (text, number: string) => {
    const value = Number(number)
    return value === 0 ? text : `> ${change(value)}`
  })
  return expr === rule.expr ? null : { ...rule, expr }
}

function minutesOf(duration = '0m'): number {
  const unit = { m: 1, h: 60, d: 1_440 }[duration.slice(-1)] ?? 1
  return Number.parseInt(duration, 10) * unit
}
