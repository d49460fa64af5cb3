// The dependencies of a package of this workspace, at the versions of the lockfile, with which the tests ran.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../command.ts'

export interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
}

export interface Locked {
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  dev?: boolean
}

type LockedPackages = Record<string, Locked>

const bundleRoots = ['lit', '@lit/context', '@lit-labs/ssr', '@lit-labs/ssr-client', '@simplewebauthn/browser']

/**
 * Packages that are not installed with the server, because its files contain them. The hosted page, its renderer and
 * the console import the first five.
 * A test compares the list with the files (test/packages/server-package.test.ts).
 */
export const bundledWithServer: readonly string[] = [
  ...bundleRoots,
  ...[
    'lit-element',
    'lit-html',
    '@lit/reactive-element',
    '@lit-labs/ssr-dom-shim',
    '@parse5/tools',
    'parse5',
    'entities',
  ],
]

/** A package with those that its files contain, as if they were installed with it. */
export function withBundled(manifest: Manifest): { manifest: Manifest; packages: LockedPackages } {
  const packages = lockedDependencies(manifest)
  if (manifest.name !== 'transfer-link-server') return { manifest, packages }
  const dependencies = Object.fromEntries(bundleRoots.map((name) => [name, '*']))
  const bundled = lockedDependencies({ ...manifest, dependencies }, new Set(bundledWithServer))
  return {
    manifest: { ...manifest, dependencies: { ...manifest.dependencies, ...dependencies } },
    packages: { ...bundled, ...packages },
  }
}

/** Packages by their paths under the package that depends on them, as in a lock file. `only`: the names of those that count. */
export function lockedDependencies({ dependencies = {} }: Manifest, only?: ReadonlySet<string>): LockedPackages {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages
  }
  const found: LockedPackages = {}
  const follow = (from: string, name: string, isNeeded: boolean) => {
    const place = locate(packages, from, name)
    if (place === undefined && isNeeded) throw new Error(`${name} is not in package-lock.json.`)
    const entry = place === undefined ? undefined : packages[place]
    if (place === undefined || entry === undefined || place in found) return
    // A dependency of the package may be a development tool of the workspace. Its lock file must not mark it as one.
    const { dev: _, ...rest } = only === undefined ? entry : limitedTo(only, entry)
    found[place] = rest
    for (const each of Object.keys(rest.dependencies ?? {})) follow(place, each, true)
    for (const each of Object.keys(rest.optionalDependencies ?? {})) follow(place, each, false)
    for (const each of Object.keys(rest.peerDependencies ?? {}))
      if (!rest.peerDependenciesMeta?.[each]?.optional) follow(place, each, true)
  }
  for (const name of Object.keys(dependencies)) follow('', name, true)
  return found
}

function limitedTo(names: ReadonlySet<string>, { version, license, dependencies = {} }: Locked): Locked {
  const kept = Object.entries(dependencies).filter(([name]) => names.has(name))
  return { version, ...(license === undefined ? {} : { license }), dependencies: Object.fromEntries(kept) }
}

/** A lock file for a project that is, or depends on, such a package. */
export function lockFile(root: Manifest, packages: object): string {
  const { name, version } = root
  return JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } })
}

/** The path at which Node resolves a package imported from `from`: the `node_modules` of `from` or of a folder above. */
function locate(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (place in packages) return place
    if (folder === '') return undefined
  }
}
