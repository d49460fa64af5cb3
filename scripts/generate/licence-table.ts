// The packages that are shipped: installed with the server, and contained in its files and those for browsers. From the lock file.
import { type Locked, withBundled } from '../release/locked.ts'
import { readManifest } from '../release/problems-before.ts'

/** Licences that allow use in a product under Apache-2.0 with a notice alone. Another one needs a decision first. */
export const permissiveLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  '(MIT OR Apache-2.0)',
]

export interface ShippedPackage {
  name: string
  version: string
  licence: string
  shippedWith: string
}

export function shippedPackages(): ShippedPackage[] {
  const shipped = [
    { folder: 'server', shippedWith: 'server' },
    { folder: 'components', shippedWith: 'browser' },
  ].flatMap(({ folder, shippedWith }) =>
    Object.entries(withBundled(readManifest(folder)).packages).map(([place, entry]) =>
      shippedAs(place, entry, shippedWith),
    ),
  )
  const unique = new Map(shipped.map((each) => [JSON.stringify(each), each]))
  return [...unique.values()].sort((one, other) =>
    `${one.name} ${one.version} ${one.shippedWith}`.localeCompare(
      `${other.name} ${other.version} ${other.shippedWith}`,
      'en',
    ),
  )
}

function shippedAs(place: string, { version, license = '' }: Locked, shippedWith: string): ShippedPackage {
  return {
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    licence: license,
    shippedWith,
  }
}

export function licenceTable(): string {
  const rows = shippedPackages().map(
    ({ name, version, licence, shippedWith }) => `| ${name} | ${version} | ${licence} | ${shippedWith} |`,
  )
  return ['| Package | Version | Licence | Shipped with |', '|---|---|---|---|', ...rows].join('\n')
}
