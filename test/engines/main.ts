// `npm run test:engines`: the component tests in Firefox and in WebKitGTK, as well as in Chromium. Installs what is missing
// where it can (a Debian with root), else says what to install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type BrowserLauncher, startTestRunner } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'
import { readCommandLine } from '../../scripts/command-line.ts'
import { testRunnerConfig } from '../web-test-runner.config.ts'
import { webKitLauncher } from './webkit-launcher.ts'

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']
const firefox = '/usr/bin/firefox-esr'

const usage = `Usage: npm run test:engines -- [--chromium] [--no-display]

  Runs the component tests in Firefox and WebKitGTK, some minutes each. As root on Debian, it installs the browsers.

  --chromium    also runs them in Chromium
  --no-display  starts no virtual display`

const { values } = readCommandLine(usage, {
  options: { chromium: { type: 'boolean', default: false }, 'no-display': { type: 'boolean', default: false } },
})
const config = testRunnerConfig()
process.exitCode = process.env.DISPLAY || values['no-display'] ? await runAll() : onVirtualDisplay()

/** WebKitGTK has no mode without a display. */
function onVirtualDisplay(): number {
  install()
  const again = ['-a', process.execPath, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)]
  return spawnSync('xvfb-run', again, { stdio: 'inherit' }).status ?? 1
}

function install() {
  const missing = packages.filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0)
  if (missing.length === 0) return
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${missing.join(' ')}`
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error(`Missing: ${missing.join(', ')}. On Debian: sudo sh -c '${command}'`)
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (spawnSync('sh', ['-c', command], { stdio: 'inherit', env }).status !== 0)
    throw new Error(`This failed: ${command}`)
}

async function runAll(): Promise<number> {
  if (!existsSync(firefox)) throw new Error(`${firefox} is not there.`)
  const quiet = { 'ui.prefersReducedMotion': 0 }
  const engines: Record<string, BrowserLauncher> = {
    Firefox: chromeLauncher({
      launchOptions: { browser: 'firefox', executablePath: firefox, extraPrefsFirefox: quiet },
      concurrency: 1,
    }),
    WebKitGTK: webKitLauncher(),
  }
  let failed = 0
  for (const [name, launcher] of Object.entries(engines)) {
    console.log(`\n── ${name}`)
    if (!(await run(launcher))) failed++
  }
  if (values.chromium) failed += (await run(config.browsers[0] as BrowserLauncher)) ? 0 : 1
  return failed === 0 ? 0 : 1
}

async function run(launcher: BrowserLauncher): Promise<boolean> {
  const runner = await startTestRunner({
    config: { ...config, browsers: [launcher], browserStartTimeout: 60_000, testsFinishTimeout: 240_000 },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  })
  return new Promise((resolve) => runner?.on('stopped', resolve))
}
