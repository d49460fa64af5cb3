// The licences of packages that the archives contain.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { createBuilder } from 'vite'
import { projectRoot } from '../../scripts/command.ts'
import { bundledWithServer } from '../../scripts/release/locked.ts'
import { emptyProject, linkServerPackage } from './project.ts'

const project = emptyProject('licences')
before(() => linkServerPackage(project))

test('the archive has the licence of each package that the files contain', async () => {
  const contained = await bundledPackages()
  assert.ok(contained.server.size > 5)
  assert.deepEqual(
    [...contained.server].filter((name) => !bundledWithServer.includes(name)),
    [],
  )
  const notices = readFileSync(join(project, 'node_modules/transfer-link-server/THIRD-PARTY-NOTICES'), 'utf8')
  const titles = notices.split(/^-{80}$/m).map((section) => section.trim().split('\n')[0]?.split(', ') ?? [])
  const named = titles.flat().map((title) => title.replace(/ \S+$/, ''))
  assert.deepEqual(
    [...contained.server].filter((name) => !named.includes(name)),
    [],
  )
  assert.deepEqual([...contained.browserPackage], [])
})

/** The packages in the output of the bundler. */
async function bundledPackages(): Promise<{ server: Set<string>; browserPackage: Set<string> }> {
  const found = { server: new Set<string>(), browserPackage: new Set<string>() }
  const outputs = [
    ...[{ config: 'host', environment: 'client', into: found.server }],
    ...[{ config: 'host', environment: 'ssr', into: found.server }],
    ...[{ config: 'components', environment: 'browser', into: found.server }],
    ...[{ config: 'components', environment: 'client', into: found.browserPackage }],
  ]
  for (const { config, environment, into } of outputs) {
    const configFile = join(projectRoot, config, 'vite.config.ts')
    const builder = await createBuilder({ configFile, logLevel: 'error', build: { write: false } })
    const part = builder.environments[environment]
    assert.ok(part !== undefined)
    const built = [await builder.build(part)].flat()
    for (const { output } of built as { output: { moduleIds?: string[] }[] }[])
      for (const id of output.flatMap(({ moduleIds = [] }) => moduleIds)) {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
        if (name !== undefined) into.add(name)
      }
  }
  return found
}
