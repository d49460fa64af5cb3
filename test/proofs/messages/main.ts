// `npm run test:messages`: sends hundreds of thousands of forged messages in a real browser.
import { chromium } from 'playwright'
import { buildStale } from '../../../scripts/build/build-stale.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { browserArgs, ensureBrowser } from '../../support/browser.ts'
import { sendForgedMessages } from './send-forged-messages.ts'

const usage = `Usage: npm run test:messages -- [--messages N]

  Sends N forged messages (100000 without it) to the element on a site's page and to the hosted page in its
  frame: every kind of sender times every type of message times payloads whole and broken. None may be accepted, none may throw.`

const { values } = readCommandLine(usage, { options: { messages: { type: 'string', default: '100000' } } })
const messages = wholeNumber(values.messages, { option: '--messages', usage, least: 15 })

await buildStale(projectRoot, console.log)
const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
const counts = await sendForgedMessages(browser, messages, (line) => console.log(`  ${line}`)).finally(() =>
  browser.close(),
)
console.log('\n| from whom | arrived | accepted | threw |\n|---|---|---|---|')
for (const { sender, arrived, accepted, problems } of counts)
  console.log(`| ${sender} | ${arrived} | ${accepted.length} | ${problems.length} |`)
const broken = counts.filter(({ accepted, problems }) => accepted.length + problems.length > 0)
for (const { sender, accepted, problems } of broken) console.log(`${sender}: ${[...accepted, ...problems][0]}`)
const arrived = counts.reduce((sum, count) => sum + count.arrived, 0)
console.log(
  broken.length === 0
    ? `\n${arrived} forged messages: 0 accepted, 0 exceptions.`
    : '\nSome were accepted, or caused an exception.',
)
process.exitCode = broken.length === 0 ? 0 : 1
