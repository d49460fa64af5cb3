// Shortens the imports between the files of the page.

import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** The global list through which the inlined script shares values with later files. Those of the next file come first. */
const shared = 'globalThis.transferLink'

const exported = /export\{([^}]*)\};?\s*$/

/** Keeps the exporting file's names in imports, because different names compress worse. */
export function keepChunkNames(chunks: Chunk[]) {
  const loaded = new Set(chunks.flatMap(({ code }) => [...code.matchAll(/\.then\(\w+=>\w+\.([\w$]+)\)/g)].map(nameOf)))
  for (const chunk of chunks) {
    const imported = new Set(chunks.flatMap((other) => importsOf(other, chunk).map(([name]) => name)))
    const owns = new Map<string, string>()
    for (const [own, name] of pairsIn(exported.exec(chunk.code)?.[1]))
      if (imported.has(name) && !loaded.has(name) && !loaded.has(own)) owns.set(name, own)
    chunk.code = chunk.code.replace(exported, (_, pairs: string) => {
      return `export{${pairsIn(pairs).map(([own, name]) => asPair(own, owns.get(name) ?? name))}};`
    })
    for (const other of chunks)
      other.code = other.code.replace(importing(chunk), (_, pairs: string) => {
        const ofOwn = pairsIn(pairs).map(([name, local]) => asPair(owns.get(name) ?? name, local))
        return `import{${ofOwn}}from"./${baseName(chunk)}";`
      })
  }
}

/** Puts the inlined script's exports into one list, because a file cannot import it. `next` is the file needed first. */
export function shareNames(page: Chunk, others: Chunk[], next: Chunk | undefined) {
  const given = exported.exec(page.code)
  if (given === null) throw new Error('the page shares nothing with what is loaded later')
  const ofNext = next ? importsOf(next, page) : []
  const places = [...new Set([ofNext, ...others.map((each) => importsOf(each, page))].flat().map(([name]) => name))]
  for (const chunk of others) {
    const isFirst = chunk === next
    chunk.code = chunk.code.replace(importing(page), (_, pairs?: string) => {
      if (pairs === undefined) return ''
      const read = pairsIn(pairs).map(([name, local]) => (isFirst ? local : `${places.indexOf(name)}:${local}`))
      return `const${isFirst ? `[${read}]` : `{${read}}`}=${shared};`
    })
  }
  const owns = new Map(pairsIn(given[1]).map(([own, name]) => [name, own]))
  page.code = `${page.code.slice(0, given.index)}${shared}=[${places.map((name) => owns.get(name))}];`
}

const nameOf = ([, name = '']: string[]) => name
const asPair = (name: string, other: string) => (name === other ? name : `${name} as ${other}`)
const baseName = (chunk: Chunk) => chunk.fileName.slice(chunk.fileName.lastIndexOf('/') + 1)
const importsOf = (reader: Chunk, chunk: Chunk) => pairsIn(importing(chunk).exec(reader.code)?.[1])

function pairsIn(pairs = ''): [string, string][] {
  if (pairs === '') return []
  return pairs.split(',').map((pair) => {
    const [name = '', other = name] = pair.split(' as ')
    return [name, other]
  })
}

function importing(chunk: Chunk): RegExp {
  return new RegExp(`import\\s*(?:\\{([^}]*)\\}from)?["'\`]\\./${baseName(chunk).replaceAll('.', '\\.')}["'\`];?`)
}
