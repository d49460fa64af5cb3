import { parseArgs } from 'node:util'
import { type Config, ConfigError, configWarnings, readConfig } from '../config.ts'
import { builtFolder } from '../package-info.ts'
import { type Command, CommandFailure, type Terminal } from './command.ts'
import { checkData } from './doctor/check-data.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkDataFolder, checkHostedPage, checkNode, checkPort } from './doctor/check-machine.ts'
import { checkClock, checkExchanges, checkNodes, checkPublicUrl } from './doctor/check-outside.ts'
import { type CheckResult, failed, note, passed } from './doctor/check-result.ts'

const options = { database: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Finds common configuration mistakes and how to fix them.',
  usage: `transfer-link doctor [--database] [--json]
       Run it with the environment of the server. With CLIENT_ID and CLIENT_SECRET set it checks those too.
       It changes nothing, except that --database creates a table and drops it again.
       --database  instead tries what the server needs of the database in DATABASE_URL
       --json      prints the results as JSON`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options })
    const results = [checkNode(), ...(await runDoctorChecks(terminal, values.database))]
    if (values.json) terminal.line(JSON.stringify(results))
    else for (const result of results) print(terminal, result)
    const count = results.filter(({ state }) => state === 'error').length
    if (count > 0) throw new CommandFailure(`\n${count} ${count === 1 ? 'problem' : 'problems'} to fix.`)
    if (!values.json) terminal.line('\nNo problems found.')
  },
}

async function runDoctorChecks({ environment }: Terminal, onlyDatabase: boolean): Promise<CheckResult[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // The other checks need a valid configuration.
    return error.problems.map((problem) => failed(problem, fixOf(problem)))
  }
  if (onlyDatabase) return checkDatabase(config)
  const { results: dataResults, isStartRefused } = await checkData(config, environment)
  return [
    passed(`The configuration is valid: ${config.environment} environment.`),
    ...configWarnings(config).map((warning) => note(warning)),
    checkDataFolder(config),
    checkHostedPage(builtFolder),
    await checkPort(config, { isStartRefused }),
    ...dataResults,
    ...(await checkExchanges(config)),
    ...(await checkNodes(config)),
    await checkPublicUrl(config),
    await checkClock(config),
  ]
}

function fixOf(problem: string): string {
  if (!problem.startsWith('MASTER_KEYS is required')) return 'The server does not start until this is fixed.'
  return 'Store the key with your secrets. Sealed data cannot be opened without it.'
}

const marks = { ok: '✓', note: '·', error: '✗' } as const

function print(terminal: Terminal, { state, message, fix }: CheckResult): void {
  terminal.line(`${marks[state]} ${message}`)
  if (fix !== undefined) terminal.line(`    ${fix}`)
}
