// Empty projects into which the packed packages are installed, as a user would.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { lockedDependencies, lockFile, type Manifest } from '../../scripts/release/locked.ts'
import { folder, packed } from './packed.ts'

const run = promisify(execFile)

export function emptyProject(name: string, files: Record<string, string> = {}): string {
  const project = mkdtempSync(join(folder, `${name}-`))
  writeJson(join(project, 'package.json'), { name, private: true, type: 'module' })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  return project
}

/**
 * `npm ci` of the browser package in an empty project. Its dependencies are locked as in this workspace, so npm finds them in its
 * cache and contacts no registry.
 */
export async function installBrowserPackage(project: string): Promise<void> {
  const { name, tarball } = tarballOf('transfer-link')
  const manifest = manifestIn(await readPacked(tarball, 'package.json'))
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const site = {
    name: 'site',
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { [name]: `file:${tarball}` },
  }
  const own = { [`node_modules/${name}`]: { ...manifest, resolved: `file:${tarball}`, integrity } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(site))
  writeFileSync(join(project, 'package-lock.json'), lockFile(site, { ...own, ...lockedDependencies(manifest) }))
  const words = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { code, output } = await runCommand('npm', [...words, '--prefix', project], { quiet: true })
  if (code !== 0) throw new Error(`npm ci of the packed browser package failed:\n${output}`)
}

/**
 * The server package unpacked, with exactly the dependencies of its manifest, linked from this workspace. An import of any other
 * package fails, and no test copies 200 MB.
 */
export async function linkServerPackage(project: string): Promise<void> {
  const { name, tarball } = tarballOf('transfer-link-server')
  const target = join(project, 'node_modules', name)
  mkdirSync(target, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
  for (const dependency of Object.keys(manifestIn(readFileSync(join(target, 'package.json'), 'utf8')).dependencies))
    linkFromWorkspace(project, dependency)
  mkdirSync(join(project, 'node_modules/.bin'))
  symlinkSync(`../${name}/bin.js`, join(project, 'node_modules/.bin/transfer-link'))
}

export function linkFromWorkspace(project: string, name: string): void {
  const link = join(project, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(join(projectRoot, 'node_modules', name), link, 'dir')
}

function tarballOf(name: string) {
  return packed.find((each) => each.name === name) ?? fail(`${name} was not packed`)
}

async function readPacked(tarball: string, file: string): Promise<string> {
  const { stdout } = await run('tar', ['-xzOf', tarball, `package/${file}`])
  return stdout
}

function manifestIn(text: string) {
  return JSON.parse(text) as Manifest & { dependencies: Record<string, string> }
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, JSON.stringify(value, null, 2))
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
