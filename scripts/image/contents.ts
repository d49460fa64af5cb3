// What an image contains besides the server: Debian's packages, Node, and the packages that come with npm.

import type * as FileSystem from 'node:fs'
import type { Engine } from './engine.ts'

export interface ImageContents {
  /** Of Debian, for example `12`. */
  release: string
  /** /var/lib/dpkg/status. */
  status: string
  /** The Debian packages with a file of their copyright and licences. */
  withCopyright: string[]
  node: string
  hasNodeLicence: boolean
  /** `licence` is null if the manifest names none in the usual way. */
  npmPackages: { name: string; version: string; licence: string | null; manifest: string }[]
  /** The bill of materials of the server's image. '' in the base. */
  bill: string
}

/** Runs Node in the image. */
export async function readContents(engine: Engine, image: string): Promise<ImageContents> {
  const code = `console.log(JSON.stringify((${contentsHere})()))`
  return JSON.parse(await runNode(engine, image, code)) as ImageContents
}

async function runNode(engine: Engine, image: string, code: string): Promise<string> {
  if (engine.name !== 'buildah') return engine.run('run', '--rm', '--entrypoint', 'node', image, '-e', code)
  const container = (await engine.run('from', '--pull-never', image)).split('\n').at(-1) ?? ''
  try {
    return await engine.run('run', '--isolation', 'chroot', container, '--', 'node', '-e', code)
  } finally {
    await engine.tryTo('rm', container)
  }
}

/** Its source runs in the image, so it may only use what it contains. */
function contentsHere(): ImageContents {
  const { existsSync, globSync, readdirSync, readFileSync } = process.getBuiltinModule('node:fs') as typeof FileSystem
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const manifests = globSync('/usr/local/lib/node_modules/{,**/node_modules/}{*,@*/*}/package.json')
  const npmPackages = manifests.flatMap((manifest) => {
    const { name, version, license } = JSON.parse(read(manifest))
    return name && version ? [{ name, version, licence: license?.type ?? license ?? null, manifest }] : []
  })
  // The folder of a package can be a link to that of another one, which globSync does not follow.
  const documented = existsSync('/usr/share/doc') ? readdirSync('/usr/share/doc') : []
  return {
    release: /^VERSION_ID="?([^"\n]*)/m.exec(read('/etc/os-release'))?.[1] ?? '',
    status: read('/var/lib/dpkg/status'),
    withCopyright: documented.filter((name) => existsSync(`/usr/share/doc/${name}/copyright`)),
    node: process.versions.node,
    hasNodeLicence: existsSync('/usr/local/LICENSE'),
    npmPackages,
    bill: read('/app/sbom.cdx.json'),
  }
}
