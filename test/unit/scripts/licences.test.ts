// The licences of everything that is shipped.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { bundledLicences, licenceText } from '../../../scripts/generate/bundled-licences.ts'
import { permissiveLicences, shippedPackages } from '../../../scripts/generate/licence-table.ts'
import { lockedDependencies } from '../../../scripts/release/locked.ts'
import { readManifest } from '../../../scripts/release/problems-before.ts'

test('every shipped package has a permissive licence', () => {
  const packages = shippedPackages()
  const names = packages.map(({ name }) => name)
  for (const name of ['hono', 'pg', 'lit', 'lit-html', '@lit-labs/ssr', 'parse5', 'entities'])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    packages.filter(({ licence }) => !permissiveLicences.includes(licence)),
    [],
  )
})

test('every package in the image has the text of its licence', () => {
  const read = (place: string) => readFileSync(join(projectRoot, place), 'utf8')
  const installed = Object.keys(lockedDependencies(readManifest('server')))
  const isText = (text: string) => /copyright/i.test(text) && /permi(ssion|tted)|redistribution/i.test(text)
  assert.deepEqual(
    installed.filter((place) => !isText(licenceText(place) ?? read(`${place}/README.md`))),
    [],
  )
  const sections = bundledLicences()
    .split(/^-{80}$/m)
    .slice(1)
  assert.ok(sections.length > 3)
  assert.deepEqual(
    sections.filter((section) => !isText(section)),
    [],
  )
  const { files } = JSON.parse(read('server/package.json')) as { files: string[] }
  const copied =
    read('deploy/image/Containerfile')
      .match(/^COPY (?!--).*$/gm)
      ?.join(' ')
      .split(' ') ?? []
  for (const file of ['LICENSE', ...files]) assert.ok(copied.includes(file), `${file} is in the image`)
})
