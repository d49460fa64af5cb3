import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImageContents } from '../../../../scripts/image/contents.ts'
import { billProblems, imageBill } from '../../../../scripts/image/image-bill.ts'

const status = `Package: libstdc++6
Status: install ok installed
Architecture: amd64
Version: 12.2.0-14+deb12u1
Depends: libc6
Description: a library
 Version: in the text

Package: removed
Status: deinstall ok config-files
Architecture: all
Version: 1.0
`
const ofServer = JSON.stringify({
  bomFormat: 'CycloneDX',
  components: [{ 'bom-ref': 'hono@4', name: 'hono', version: '4', purl: 'pkg:npm/hono@4', licenses: [] }],
})
const base: ImageContents = {
  ...{ release: '12', status, withCopyright: ['libstdc++6'], node: '24.21.0', hasNodeLicence: true, bill: '' },
  npmPackages: [
    { name: 'npm', version: '11.6.0', licence: 'Artistic-2.0', manifest: '/npm/npm/package.json' },
    { name: '@npmcli/fs', version: '5.0.0', licence: null, manifest: '/npm/@npmcli/fs/package.json' },
    { name: 'hono', version: '4', licence: 'MIT', manifest: '/npm/hono/package.json' },
    { name: 'npm', version: '11.6.0', licence: 'Artistic-2.0', manifest: '/npm/npm/package.json' },
  ],
}
const image = { ...base, bill: imageBill(ofServer, base) }

test('the bill of the image lists the packages of Debian, Node and npm beside those of the server', () => {
  const { bomFormat, components } = JSON.parse(image.bill)
  assert.equal(bomFormat, 'CycloneDX')
  assert.deepEqual(
    components.map(({ purl }: { purl: string }) => purl),
    [
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12',
      'pkg:generic/node@24.21.0',
      'pkg:npm/npm@11.6.0',
      'pkg:npm/%40npmcli/fs@5.0.0',
      'pkg:npm/hono@4',
    ],
  )
  assert.deepEqual(components[0].licenses, [
    { license: { name: 'See /usr/share/doc/libstdc++6/copyright in the image' } },
  ])
  assert.deepEqual(components[2].licenses, [{ expression: 'Artistic-2.0' }])
  assert.deepEqual(components[3].licenses, [{ license: { name: 'See /npm/@npmcli/fs/package.json in the image' } }])
  assert.deepEqual(billProblems(image), [])
})

test('an image whose bill lacks a package, or that lacks a licence, is not shipped', () => {
  const changed = status.replace('14+deb12u1', '14+deb12u2')
  assert.match(billProblems({ ...image, status: changed }).join(), /lacks pkg:deb\/debian\/libstdc%2B%2B6@.*deb12u2/)
  assert.match(billProblems({ ...image, node: '24.22.0' }).join(), /lacks pkg:generic\/node@24\.22\.0/)
  assert.match(
    billProblems({ ...image, withCopyright: [] }).join(),
    /has no \/usr\/share\/doc\/libstdc\+\+6\/copyright/,
  )
  assert.match(billProblems({ ...image, hasNodeLicence: false }).join(), /has no \/usr\/local\/LICENSE/)
})
