// `npm run docs`: writes the generated pages and builds the site, offline once its packages are installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultDocsPort } from '../../sandbox/options.ts'
import { runCommand } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { measureSite, problemsOf, reportOf } from './measure-site.ts'
import { readSiteSettings } from './site-settings.ts'
import { docsFolder, writeGeneratedPages } from './write-generated-pages.ts'

const { values } = readCommandLine(
  `Usage: npm run docs          builds the documentation site into docs/dist
       npm run docs:dev      serves it with reload. Run it again after a change of the code that pages are generated from

  The packages of docs/ are installed on the first use. DOCS_URL is the address under which the site is published, DOCS_PORT the
  port of docs:dev (${defaultDocsPort}).`,
  { options: { dev: { type: 'boolean', default: false } } },
)

const settings = settingsOrExit()
const env = {
  ASTRO_TELEMETRY_DISABLED: '1',
  DOCS_URL: settings.url,
  DOCS_PORT: String(settings.port),
}
const astro = join(docsFolder, 'node_modules/astro/bin/astro.mjs')

process.exitCode = await (values.dev ? serve() : build())

function settingsOrExit(): ReturnType<typeof readSiteSettings> {
  try {
    return readSiteSettings(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function serve(): Promise<number> {
  await prepare()
  const options = { env: { ...process.env, ...env }, stdio: 'inherit' } as const
  const child = spawn(process.execPath, [astro, 'dev', '--root', docsFolder], options)
  // Ctrl-C reaches both processes, SIGTERM only this one.
  process.on('SIGTERM', () => child.kill())
  const [code] = await once(child, 'close')
  return code ?? 0
}

async function build(): Promise<number> {
  const startedAt = performance.now()
  await prepare()
  const { code, output } = await runCommand(process.execPath, [astro, 'build', '--root', docsFolder], {
    env,
    quiet: true,
  })
  if (code !== 0) {
    console.error(output)
    return code
  }
  const size = measureSite(join(docsFolder, 'dist'))
  console.log(reportOf(size, (performance.now() - startedAt) / 1000))
  const problems = problemsOf(size)
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

async function prepare(): Promise<void> {
  if (!hasPackages()) await install()
  writeGeneratedPages(settings.url)
}

/** Whether every package is installed in the version of package.json. */
function hasPackages(): boolean {
  const versionIn = (folder: string) =>
    JSON.parse(readFileSync(join(docsFolder, folder, 'package.json'), 'utf8')).version
  const { dependencies } = JSON.parse(readFileSync(join(docsFolder, 'package.json'), 'utf8'))
  return Object.entries(dependencies).every(
    ([name, version]) =>
      existsSync(join(docsFolder, 'node_modules', name)) && versionIn(`node_modules/${name}`) === version,
  )
}

async function install(): Promise<void> {
  console.log('Installing the packages of docs/')
  const words = ['ci', '--prefix', docsFolder, '--prefer-offline', '--no-audit', '--no-fund']
  const { code, output } = await runCommand('npm', words, { quiet: true })
  if (code !== 0) throw new Error(`npm ci failed in docs/:\n${output}`)
}
