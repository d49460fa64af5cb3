// Builds the examples in React, Solid, Svelte and Vue if their sources or the package are newer than the output.

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
  await buildIfStale(projectRoot, parts, { log, build: (part) => runBuild(projectRoot, part) })
}
