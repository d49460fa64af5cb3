// The program that builds and runs images: buildah, podman or docker.

import { type CommandResult, outputOf, runCommand } from '../command.ts'

export const engineNames = ['buildah', 'podman', 'docker'] as const
export type EngineName = (typeof engineNames)[number]

export interface Engine {
  name: EngineName
  /** Runs the program. Throws with its output if it fails. */
  run(...words: string[]): Promise<string>
  /** The same without throwing. */
  tryTo(...words: string[]): Promise<CommandResult>
}

/** The first one that is installed and works. Throws if there is none. */
export async function findEngine(wanted: EngineName | undefined): Promise<Engine> {
  const names = wanted === undefined ? engineNames : [wanted]
  for (const name of names) {
    const engine = engineOf(name)
    // With docker, this fails unless its daemon runs.
    if ((await engine.tryTo('images')).code === 0) return engine
  }
  throw new Error(
    `${names.join(', ')}: none of these is installed and works. Debian has buildah: apt-get install buildah`,
  )
}

function engineOf(name: EngineName): Engine {
  return {
    name,
    tryTo: (...words) => runCommand(name, words, { quiet: true }),
    run: (...words) => outputOf(name, ...words),
  }
}
