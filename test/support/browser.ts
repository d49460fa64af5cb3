// Finds a Chromium that runs, or downloads one. `npm ci` downloads none: only a test that needs it does.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

export type Browser = { path: string; source: string }

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** For Playwright tests: Chromium's headless shell, if there is one, uses a fifth less CPU time. */
export const headlessCommandNames = ['chromium-headless-shell', 'chrome-headless-shell', ...commandNames]
const wellKnownPaths = ['/opt/google/chrome/chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const isRoot = process.getuid?.() === 0

/** Chromium does not run its sandbox as root, and containers have a small /dev/shm. */
export const browserArgs = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage']

/** The browser that the environment names, else the system's, else the one that Playwright downloaded. */
export function findBrowser(names = commandNames): Browser | null {
  for (const name of ['CHROMIUM_PATH', 'CHROME_PATH']) {
    const path = process.env[name]
    if (!path) continue
    if (!printsVersion(path)) throw new Error(`${name} is set to ${path}, which is not a browser that starts.`)
    return { path, source: name }
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = [...onPath, ...wellKnownPaths].find((candidate) => existsSync(candidate) && printsVersion(candidate))
  if (path) return { path, source: 'system' }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, source: 'playwright' } : null
}

/** The same, but installs a browser if there is none. */
export function ensureBrowser(names = commandNames): Browser {
  const present = findBrowser(names)
  if (present) return present
  for (const [command, args] of installCommands()) {
    console.log(`No Chromium here yet: ${command} ${args.join(' ')}`)
    spawnSync(command, args, { stdio: 'inherit', timeout: 300_000, env: installEnvironment() })
    const installed = findBrowser(names)
    if (installed) return installed
  }
  throw new Error(
    'There is no Chromium, and installing one failed. Install one by `apt-get install chromium` or ' +
      '`npx playwright install chromium`, or set CHROMIUM_PATH to one that is there already.',
  )
}

function installCommands(): [string, string[]][] {
  const commands: [string, string[]][] = []
  if (process.platform === 'linux' && isRoot) {
    const install = 'apt-get install -y -qq --no-install-recommends chromium'
    commands.push(['sh', ['-c', `apt-get update -qq && (${install} chromium-headless-shell || ${install})`]])
  }
  commands.push(['npx', ['playwright', 'install', 'chromium']])
  return commands
}

function installEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
}

// A snap's stub exists but does not run, so it is started once.
function printsVersion(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 15_000 }).status === 0
}
