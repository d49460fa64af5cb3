// `npm run image`: builds the container image of the server, starts it, and prints its digest and size.

import { join } from 'node:path'
import { projectRoot } from '../command.ts'
import { oneOf, readCommandLine } from '../command-line.ts'
import { baseName, ensureBase } from './base.ts'
import { buildImage, imageTag, writeContext } from './build.ts'
import { readContents } from './contents.ts'
import { type Engine, engineNames, findEngine } from './engine.ts'
import { billProblems } from './image-bill.ts'
import { probeImage } from './probe.ts'

const mostBytes = 150e6
const usage = `Usage: npm run image -- [--engine ${engineNames.join('|')}] [--once]

  Builds the image transfer-link:<version> twice, starts it in production mode, waits for /readyz and creates a link over REST.
  It prints the digest and the size. The exit code is 1 if a step fails, if the two builds differ, if the bill of materials lacks a
  package of the image, if a licence is missing, or if the image is more than ${mostBytes / 1e6} MB larger than its base.
  --engine  the program that builds (the first one that works)
  --once    builds once, and does not compare

  If ${baseName} cannot be pulled, the base is built from Debian's packages (debootstrap, as root) under
  that name.`

// The modes of files in an archive must not depend on this shell.
process.umask(0o022)
const { values } = readCommandLine(usage, {
  options: { engine: { type: 'string' }, once: { type: 'boolean', default: false } },
})
const wanted =
  values.engine === undefined ? undefined : oneOf(engineNames, { text: values.engine, what: 'engine', usage })

try {
  await image()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function image(): Promise<void> {
  const engine = await findEngine(wanted)
  await ensureBase(engine, console.log)
  const folder = join(projectRoot, '.data/image')
  const source = await writeContext(engine, folder, console.log)
  const tag = imageTag(source.version)
  const digests: string[] = []
  for (let build = 1; build <= (values.once ? 1 : 2); build++) {
    console.log(`${engine.name}: build ${build} of ${tag}`)
    await buildImage(engine, { folder, tag, source })
    digests.push(await digestOf(engine, tag))
  }
  const contents = await readContents(engine, tag)
  const problems = billProblems(contents)
  if (problems.length > 0)
    throw new Error(`${problems.join('\n')}\nTo replace a stored base: ${engine.name} rmi --force ${baseName}`)
  const link = await probeImage(engine, tag)
  const [bytes, baseBytes] = [await sizeOf(engine, tag), await sizeOf(engine, baseName)]
  const added = bytes - baseBytes
  console.log(`link       ${new URL(link).origin}, created over REST`)
  console.log(
    `bill       ${JSON.parse(contents.bill).components.length} components, each Debian package with its licences`,
  )
  console.log(`digest     ${digests[0]}`)
  console.log(`size       ${megabytes(bytes)}, of which ${megabytes(added)} are added to the base`)
  if (new Set(digests).size > 1) throw new Error(`The builds differ: ${digests.join(' and ')}`)
  if (!(added <= mostBytes)) throw new Error(`The image adds more than ${megabytes(mostBytes)}.`)
}

async function digestOf(engine: Engine, tag: string): Promise<string> {
  const place = engine.name === 'buildah' ? ['{{.FromImageDigest}}'] : ['{{.Id}}']
  return engine.run('inspect', '--type', 'image', '--format', ...place, tag)
}

async function sizeOf(engine: Engine, tag: string): Promise<number> {
  if (engine.name !== 'buildah')
    return Number(await engine.run('inspect', '--type', 'image', '--format', '{{.Size}}', tag))
  const [image] = JSON.parse(await engine.run('images', '--json', tag)) as { size: string }[]
  const [, amount = '', unit = ''] = /^([\d.]+) ([KMG]?B)$/.exec(image?.size ?? '') ?? []
  return Number(amount) * { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit as 'B' | 'KB' | 'MB' | 'GB']
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
