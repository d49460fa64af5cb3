// JSON as a tree that can also represent what no parser returns: duplicate names, `__proto__`, numbers as they are written.
import type { Random } from '../chaos/random.ts'

/** Text that is written into the JSON unchanged. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object with its names in order, including duplicates. */
export class Fields {
  readonly entries: [string, Tree][]
  constructor(entries: [string, Tree][]) {
    this.entries = entries
  }
}

export type Tree = string | number | boolean | null | Raw | Fields | Tree[]

export function jsonText(tree: Tree): string {
  if (tree instanceof Raw) return tree.text
  if (Array.isArray(tree)) return `[${tree.map(jsonText).join(',')}]`
  if (tree instanceof Fields) {
    return `{${tree.entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`
  }
  return JSON.stringify(tree)
}

/** Every object in the tree, the outermost first. */
export function objectsOf(tree: Tree): Fields[] {
  if (Array.isArray(tree)) return tree.flatMap(objectsOf)
  return tree instanceof Fields ? [tree, ...tree.entries.flatMap(([, value]) => objectsOf(value))] : []
}

export function anyCasing(name: string, random: Random): string {
  return random.pick([
    name.toLowerCase(),
    name.toUpperCase(),
    name[0]?.toUpperCase() + name.slice(1),
    [...name].map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase())).join(''),
  ])
}
