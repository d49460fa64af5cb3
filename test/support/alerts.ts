// The alert rules and the dashboard in deploy/, and promtool, which tests the rules.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { projectRoot } from '../../scripts/command.ts'

export const deployFolder = join(projectRoot, 'deploy')
export const rulesFile = join(deployFolder, 'alerts.yml')
export const ruleTestFiles = ['alerts.test.yml', 'alerts-days.test.yml'].map((name) => join(deployFolder, name))
export const dashboardFile = join(deployFolder, 'grafana-dashboard.json')

export const promtoolMissing = 'promtool is missing. Install it, on Debian with "apt-get install prometheus".'

/** Null if it is not installed. */
export const promtool =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'promtool'))
    .find((file) => existsSync(file)) ?? null

export function runPromtool(args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  if (promtool === null) throw new Error(promtoolMissing)
  const program = promtool
  return new Promise((resolve) => {
    const child = execFile(program, args, (failure, out, error) => {
      const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : 1
      resolve({ code, output: `${out}${error}` })
    })
    child.stdin?.end(input)
  })
}

const Rules = z.object({
  groups: z.tuple([
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ]),
})
type Rules = z.infer<typeof Rules>

export function readRules(): Rules {
  return Rules.parse(parse(readFileSync(rulesFile, 'utf8')))
}

export const alertsOf = ({ groups: [{ rules }] }: Rules) => rules

const RuleTests = z.strictObject({
  rule_files: z.array(z.string()),
  evaluation_interval: z.string(),
  tests: z.array(
    z.strictObject({
      name: z.string().optional(),
      interval: z.string(),
      input_series: z.array(z.strictObject({ series: z.string(), values: z.string() })),
      alert_rule_test: z.array(
        z.strictObject({ eval_time: z.string(), alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
      ),
    }),
  ),
})

/** By file. */
export function readRuleTests() {
  return ruleTestFiles.map((file) => RuleTests.parse(parse(readFileSync(file, 'utf8'))))
}

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

/** The queries of the dashboard, with a range in place of Grafana's variable. */
export function readDashboardQueries(): string[] {
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(dashboardFile, 'utf8')))
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
}

export interface Selected {
  metric: string
  /** In its selector. */
  labels: string[]
}

const operators = /^(and|or|unless|on|ignoring|group_left|group_right|bool|offset)$/

/** The metrics that a query selects, and the labels by which it groups. */
export function selectedBy(query: string): { selected: Selected[]; grouped: string[] } {
  const grouped: string[] = []
  const withoutText = query.replace(/#.*$/gm, '').replace(/"[^"]*"|'[^']*'/g, '""')
  const plain = withoutText.replace(/\b(?:by|without)\s*\(([^)]*)\)/g, (_, names: string) => {
    grouped.push(...names.split(',').map((name) => name.trim()))
    return ''
  })
  const selected: Selected[] = []
  const pattern = /(?<![\w.])([a-zA-Z_:][\w:]*)\b(?!\s*\()(?:\s*\{([^}]*)\})?/g
  for (const [, metric = '', selector = ''] of plain.replace(/\[[^\]]*\]/g, '').matchAll(pattern)) {
    if (operators.test(metric)) continue
    const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    selected.push({ metric, labels })
  }
  return { selected, grouped }
}

export interface Exposed {
  /** By the name that a query uses, for example with `_bucket`. */
  types: Map<string, string>
  /** The labels of each name. Only of those that have a series. */
  labels: Map<string, Set<string>>
}

/** What a server's /metrics contain. */
export function readExposed(text: string): Exposed {
  const types = new Map<string, string>()
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) types.set(`${name}${suffix}`, type)
  }
  for (const [, name = '', pairs = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = labels.get(name) ?? new Set(addedByPrometheus)
    for (const [, label = ''] of pairs.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  return { types, labels }
}

export const addedByPrometheus = ['job', 'instance']

/** Prometheus itself records whether a scrape succeeded. */
export const isOfPrometheus = (metric: string) => metric === 'up'
