import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil'

/** Prefers the package's binary. Its wrapper would add a process between the host and the chain. */
export function anvilBinary(env: NodeJS.ProcessEnv = process.env): string {
  const found = [packagedBinary(), env.ANVIL_PATH, ...pathCandidates(env)].find(
    (path): path is string => path !== undefined && path !== '' && isExecutable(path),
  )
  if (found === undefined) {
    throw new Error(
      `The local chains require anvil, and npm has no package of it for ${process.platform}-${process.arch}. ` +
        'Install Foundry (https://getfoundry.sh), or set ANVIL_PATH to an anvil binary.',
    )
  }
  return found
}

function packagedBinary(): string | undefined {
  const architecture = architectures[process.arch] ?? process.arch
  try {
    const name = `@foundry-rs/anvil-${process.platform}-${architecture}/bin/${fileName}`
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

function pathCandidates(env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, fileName))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
