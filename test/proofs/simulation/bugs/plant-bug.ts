// Changes files of the engine, or of the simulated world around it, as they are loaded. A bug whose text is not in the code is an
// error: the code has changed, and the bug must be adapted.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { bugs } from './bugs.ts'

interface PlantedBug {
  /** Parts that were not planted, because their file was not loaded. */
  missing(): string[]
}

export function plantBug(name: string): PlantedBug {
  const bug = bugs.find((each) => each.name === name)
  if (bug === undefined) throw new Error(`there is no bug called ${name}`)
  const waiting = new Set(bug.changes.map((change) => change.file))
  registerHooks({
    load(url, context, nextLoad) {
      const changes = bug.changes.filter(({ file }) => url.endsWith(`/${file}`))
      const loaded = nextLoad(url, context)
      if (changes.length === 0) return loaded
      let source = String(loaded.source ?? readFileSync(new URL(url), 'utf8'))
      for (const { file, find, replace } of changes) {
        if (!source.includes(find)) throw new Error(`bug "${name}": ${file} no longer contains: ${find}`)
        source = source.replace(find, () => replace)
        waiting.delete(file)
      }
      return { ...loaded, source }
    },
  })
  return { missing: () => [...waiting] }
}
