// `npm run test:docs`: builds the documentation site and checks it in a browser.
import { chromium } from 'playwright'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { readCommandLine } from '../../../scripts/command-line.ts'
import { browserArgs, ensureBrowser } from '../../support/browser.ts'
import { serveFolder } from '../../support/serve-folder.ts'
import { accessibilityProblems } from './accessibility.ts'
import { diagramProblems } from './diagrams.ts'
import { machineFileProblems } from './machine-files.ts'
import { playgroundProblems } from './playground.ts'
import { searchProblems } from './search.ts'

readCommandLine(
  `Usage: npm run test:docs

  Builds the documentation site, then checks six kinds of pages with axe in light and dark, on desktop and phone, that every
  diagram fits its column, that the files for assistants name only what exists, and that the search finds each errorType, endpoint,
  type of webhook, attribute, property, event, setting, command and option of a command. It also drives the playground to a finished transfer, against a fresh npm start.`,
  {},
)

const { code } = await runCommand(process.execPath, ['scripts/docs/main.ts'])
if (code !== 0) process.exit(code)

const site = await serveFolder(`${projectRoot}/docs/dist`)
const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
const problems = [
  ...machineFileProblems(),
  ...(await accessibilityProblems(browser, site.url)),
  ...(await diagramProblems(browser, site.url)),
  ...(await searchProblems(browser, site.url)),
  ...(await playgroundProblems(browser)),
]
await browser.close()
await site.stop()

for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'The documentation site passed every check.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1
