// Import cycles between files, type-only imports included.

import { posix } from 'node:path'

const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** Each group of two or more files that import each other, sorted. `sources` maps a file's path to its text. */
export function importCycles(sources: ReadonlyMap<string, string>): string[][] {
  const imports = new Map([...sources].map(([file, source]) => [file, importedBy(file, source)]))
  const indexes = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  // Tarjan's algorithm.
  function visit(file: string): number {
    const index = indexes.size
    indexes.set(file, index)
    open.push(file)
    let low = index
    for (const target of imports.get(file) ?? []) {
      if (!sources.has(target)) continue
      if (!indexes.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, indexes.get(target) ?? index)
    }
    if (low === index) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }

  for (const file of sources.keys()) if (!indexes.has(file)) visit(file)
  return cycles
}

function importedBy(file: string, source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return [...code.matchAll(relativeImport)].map(([, name = '']) => posix.join(posix.dirname(file), name))
}
