// Drives the playground of the site in docs/dist. `npm run docs` builds it.
import { chromium } from 'playwright'
import { browserArgs, ensureBrowser } from '../../support/browser.ts'
import { playgroundProblems } from './playground.ts'

const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
const problems = await playgroundProblems(browser)
await browser.close()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
