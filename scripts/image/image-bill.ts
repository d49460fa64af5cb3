// The bill of materials of the image: that of the server, with what the base contains. CycloneDX.

import type { ImageContents } from './contents.ts'

interface Component {
  type: 'library' | 'application'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: ({ license: { name: string } } | { license: { id: string } } | { expression: string })[]
}

/** Adds the contents of the base to the bill of the server. */
export function imageBill(ofServer: string, base: ImageContents): string {
  const bill = JSON.parse(ofServer) as { components: Component[] }
  // The server and npm can contain the same package, and npm several copies of one.
  const unique = new Map([...componentsOf(base), ...bill.components].map((component) => [component.purl, component]))
  return `${JSON.stringify({ ...bill, components: [...unique.values()] }, null, 2)}\n`
}

/** What prevents the image from being shipped: contents that its bill lacks, and contents without the text of their licence. */
export function billProblems(image: ImageContents): string[] {
  const { components } = JSON.parse(image.bill) as { components: Component[] }
  const listed = new Set(components.map(({ purl }) => purl))
  const missing = componentsOf(image).filter(({ purl }) => !listed.has(purl))
  const unlicensed = debianPackages(image).filter(({ name }) => !image.withCopyright.includes(name))
  return [
    ...(listed.size === 0 ? ['The bill of materials is empty.'] : []),
    ...missing.map(({ purl }) => `The bill of materials lacks ${purl}.`),
    ...unlicensed.map(({ name }) => `The image has no ${copyrightOf(name)}.`),
    ...(image.hasNodeLicence ? [] : [`The image has no ${nodeLicence}.`]),
  ]
}

const nodeLicence = '/usr/local/LICENSE'
const copyrightOf = (name: string) => `/usr/share/doc/${name}/copyright`

/** Of Debian and Node, the bill names the file in the image that contains the licences. */
export function componentsOf(contents: ImageContents): Component[] {
  const { release, node, npmPackages } = contents
  const debian = debianPackages(contents).map(({ name, version, architecture }) =>
    component(
      { name, version, licence: null, file: copyrightOf(name) },
      `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-${release}`,
    ),
  )
  const runtime = component(
    { name: 'node', version: node, licence: null, file: nodeLicence },
    `pkg:generic/node@${node}`,
  )
  const npm = npmPackages.map(({ name, version, licence, manifest }) =>
    component({ name, version, licence, file: manifest }, `pkg:npm/${name.replace('@', '%40')}@${version}`),
  )
  return [...debian, { ...runtime, type: 'application' }, ...npm]
}

function component(
  { name, version, licence, file }: { name: string; version: string; licence: string | null; file: string },
  purl: string,
): Component {
  const licenses = licence === null ? [{ license: { name: `See ${file} in the image` } }] : [{ expression: licence }]
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses }
}

interface DebianPackage {
  name: string
  version: string
  architecture: string
}

function debianPackages({ status }: ImageContents): DebianPackage[] {
  return status.split('\n\n').flatMap((entry) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1] ?? ''
    const installed = field('Status').endsWith(' installed')
    return installed ? [{ name: field('Package'), version: field('Version'), architecture: field('Architecture') }] : []
  })
}
