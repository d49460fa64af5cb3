// The base image. Where no registry can be reached, it is built from Debian's packages and the project's own Node, under the same name.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { outputOf, projectRoot, runCommand } from '../command.ts'
import type { Engine } from './engine.ts'

export const baseName = 'docker.io/library/node:24-bookworm-slim'
const suite = 'bookworm'
const pullMs = 120_000

export async function ensureBase(engine: Engine, log: (sentence: string) => void): Promise<void> {
  if ((await engine.tryTo('inspect', '--type', 'image', baseName)).code === 0)
    return log(`base: ${baseName}, as stored`)
  const { code } = await runCommand(engine.name, ['pull', baseName], { quiet: true, timeoutMs: pullMs })
  if (code === 0) return log(`base: ${baseName}, pulled`)
  log(`base: ${baseName} cannot be pulled. It is built from Debian's packages, which takes minutes`)
  await buildBase(engine)
}

async function buildBase(engine: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-base-'))
  const root = join(folder, 'root')
  try {
    await outputOf('debootstrap', '--variant=minbase', '--include=ca-certificates', suite, root)
    // The licences of the packages stay.
    await outputOf('find', join(root, 'usr/share/doc'), '-type', 'f', '!', '-name', 'copyright', '-delete')
    for (const unused of ['var/cache/apt/archives', 'var/lib/apt/lists', 'usr/share/man', 'var/log'])
      rmSync(join(root, unused), { recursive: true, force: true })
    mkdirSync(join(root, 'var/log'))
    mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true })
    await outputOf('cp', process.execPath, join(root, 'usr/local/bin/node'))
    copyFileSync(nodeLicence(), join(root, 'usr/local/LICENSE'))
    // The npm that runs this command.
    const npm = dirname(dirname(process.env.npm_execpath ?? ''))
    await outputOf('cp', '-r', npm, join(root, 'usr/local/lib/node_modules/npm'))
    await outputOf('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
    const archive = join(folder, 'root.tar')
    await outputOf('tar', '-C', root, '-cf', archive, '.')
    await importArchive(engine, archive)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where Node's archives and its npm packages have it. */
function nodeLicence(): string {
  const folder = dirname(dirname(process.execPath))
  const name = `node_modules/node-${process.platform}-${process.arch}`
  const files = [folder, join(folder, name), join(projectRoot, name)].map((each) => join(each, 'LICENSE'))
  const file = files.find((each) => existsSync(each))
  if (file === undefined) throw new Error(`Node at ${process.execPath} has no LICENSE beside it.`)
  return file
}

async function importArchive(engine: Engine, archive: string): Promise<void> {
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  if (engine.name !== 'buildah') {
    await engine.run('import', '--change', `ENV ${path}`, archive, baseName)
    return
  }
  const container = (await engine.run('from', 'scratch')).split('\n').at(-1) ?? ''
  await engine.run('add', container, archive, '/')
  await engine.run('config', '--env', path, container)
  await engine.run('commit', '--rm', '--timestamp', '0', container, baseName)
}
