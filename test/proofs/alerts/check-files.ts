// Whether Prometheus accepts the files of deploy/ and the server's metrics, and whether its tests of the alerts pass.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { deployFolder, readDashboardQueries, rulesFile, ruleTestFiles, runPromtool } from '../../support/alerts.ts'
import { startServing } from '../../support/serving.ts'

/** Returns the output of each check that fails. */
export async function checkFiles(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  const serving = await startServing()
  try {
    const metrics = await (await fetch(`${serving.url}/metrics`)).text()
    const checks = [
      await runPromtool(['check', 'rules', rulesFile]),
      await runPromtool(['check', 'config', '--syntax-only', join(deployFolder, 'prometheus.yml')]),
      await runPromtool(['test', 'rules', ...ruleTestFiles]),
      await runPromtool(['check', 'metrics'], metrics),
      await runPromtool(['check', 'rules', dashboardAsRules(folder)]),
    ]
    return checks.filter(({ code }) => code !== 0).map(({ output }) => output)
  } finally {
    await serving.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Promtool parses queries only in rules. */
function dashboardAsRules(folder: string): string {
  const rules = readDashboardQueries().map((expr, n) => ({ record: `query_${n}`, expr }))
  const file = join(folder, 'dashboard.yml')
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
  return file
}
