// JSON as a tree that can also say what no parser would give back: a name twice, `__proto__`, a number as it is written.
import type { Random } from '../chaos/random.ts'

/** Text that stands in the JSON as it is. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object, names in order and as often as they come. */
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
