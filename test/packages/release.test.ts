import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { versionProblems } from '../../scripts/release/problems-before.ts'
import { packed, releaseFolder } from './packed.ts'

const version = '1.2.3'
const both = (server: string) => [
  { name: 'transfer-link', version },
  { name: 'transfer-link-server', version: server },
]

test('a release has one version, which is also in the changelog', () => {
  const changelog = '\n## [1.2.3] - today\n\nNew.\n\n## [1.2.2]\n\nOld.\n'
  const element = "static readonly version = '1.2.3'"
  assert.deepEqual(versionProblems(both(version), changelog, element), [])
  assert.match(versionProblems(both(version), '\n## [1.2.2]\n', element).join(), /no heading "## \[1\.2\.3\]"/)
  const empty = changelog.replace('New.', '')
  assert.match(versionProblems(both(version), empty, element).join(), /no text under "## \[1\.2\.3\]"/)
  assert.match(versionProblems(both(version), changelog, "version = '1.2.2'").join(), /states another version/)
  assert.match(versionProblems(both('1.2.4'), changelog, element).join(), /link 1\.2\.3, transfer-link-server 1\.2\.4/)
  assert.match(
    versionProblems([{ name: 'transfer-link', version: 'v1' }], changelog, element).join(),
    /v1 is not a version/,
  )
})

test('the release script writes two packages, their bills of materials, the hashes for script tags and a checksum of each file', () => {
  const into = releaseFolder
  const files = readdirSync(into).map((name) => name.replace(/\d+\.\d+\.\d+/, 'VERSION'))
  assert.deepEqual(files.sort(), [
    'COMMITS.md',
    'SHA256SUMS',
    'integrity.json',
    'transfer-link-VERSION.cdx.json',
    'transfer-link-VERSION.tgz',
    'transfer-link-server-VERSION.cdx.json',
    'transfer-link-server-VERSION.tgz',
  ])
  for (const line of read(into, 'SHA256SUMS').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(into, name)))
        .digest('hex'),
      sum,
      name,
    )
  }
  assert.match(read(into, 'COMMITS.md'), /^# \d+ commits of \d+\.\d+\.\d+, .*\n\n## .*\n\n- [0-9a-f]{7,} /)
  const { files: hashes } = JSON.parse(read(into, 'integrity.json')) as { files: Record<string, string> }
  assert.match(hashes['transfer-link.js'] ?? '', /^sha384-/)
  assert.deepEqual(namesIn(into, 'transfer-link'), [
    ...['@lit-labs/ssr-dom-shim', '@lit/context', '@lit/reactive-element', '@types/trusted-types'],
    ...['lit', 'lit-element', 'lit-html'],
  ])
  const ofServer = namesIn(into, 'transfer-link-server')
  for (const name of ['hono', 'kysely', 'better-sqlite3', 'pg', 'pg-protocol']) assert.ok(ofServer.includes(name), name)
  for (const name of ['playwright', 'react', 'typescript'])
    assert.ok(!ofServer.includes(name), `${name} is a tool of ours`)
})

test('npm publishes both packages with their provenance', () => {
  for (const { tarball } of packed) {
    const manifest = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))
    assert.deepEqual(manifest.publishConfig, { provenance: true })
  }
})

interface Bill {
  serialNumber?: string
  metadata: { timestamp?: string; component: { name: string } }
  components: { group?: string; name: string; licenses?: unknown[] }[]
}

function namesIn(into: string, name: string): string[] {
  const file = readdirSync(into).find((each) => new RegExp(`^${name}-\\d.*\\.cdx\\.json$`).test(each)) ?? ''
  const { serialNumber, metadata, components } = JSON.parse(read(into, file)) as Bill
  assert.equal(metadata.component.name, name)
  // Two releases of one commit have the same files.
  assert.deepEqual([serialNumber, metadata.timestamp], [undefined, undefined])
  for (const component of components) assert.ok(component.licenses?.length, `${component.name} has a licence`)
  return components.map((component) => component.name).sort()
}

function read(into: string, name: string): string {
  return readFileSync(join(into, name), 'utf8')
}
