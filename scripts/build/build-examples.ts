// Builds the examples that need it, each with its own configuration, where it or the package is newer than what was built.

import { projectRoot } from '../command.ts'
import { type Built, buildIfStale, buildStale, runBuild } from './build-stale.ts'

export const builtExamples = ['react', 'solid', 'svelte', 'vue']

export async function buildExamples(log: (sentence: string) => void): Promise<void> {
  await buildStale(projectRoot, log)
  const parts = builtExamples.map((name): Built & { config: string } => ({
    name: `the example in ${name}`,
    config: `examples/${name}/vite.config.ts`,
    sources: [`examples/${name}`, 'components'],
    outputs: [`examples/${name}/dist/index.html`],
  }))
  await buildIfStale(projectRoot, parts, log, (part) => runBuild(projectRoot, part))
}
