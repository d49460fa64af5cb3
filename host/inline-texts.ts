// Writes each language twice: whole, to be loaded while the first screen is shown, and the texts of the first screen as a
// script that the server puts into the page, before the page's own.

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

const languageFile = /^([a-z]{2,3}(?:-[A-Za-z]+)*)\.ts$/
const firstOnly = '?first'
/** Spelled so that nobody takes it for an import of this file. */
const load = '\x69mport'

/** `sections` of the texts are those of the first screen. */
export function inlineTexts(folder: string, sections: string[]): Plugin {
  const languages = readdirSync(folder).flatMap((name) => languageFile.exec(name)?.[1] ?? [])
  return {
    name: 'inline-texts',
    enforce: 'post',
    buildStart() {
      for (const language of languages)
        for (const query of ['', firstOnly])
          this.emitFile({
            type: 'chunk',
            id: join(folder, `${language}.ts${query}`),
            name: language,
            preserveSignature: 'strict',
          })
    },
    load: {
      order: 'pre',
      async handler(id) {
        if (!id.endsWith(firstOnly)) return null
        const code = await readFile(id.slice(0, -firstOnly.length), 'utf8')
        return keepSections(code, this.parse(code, { lang: 'ts' }) as unknown as Program, sections)
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const of = (id: string) => chunks.find((chunk) => chunk.facadeModuleId === id)
      for (const language of languages) {
        const [whole, first] = [of(join(folder, `${language}.ts`)), of(join(folder, `${language}.ts${firstOnly}`))]
        if (whole === undefined || first === undefined) throw new Error(`${language} has no file`)
        const later = `${load}("/link-assets/${whole.fileName}")`
        const source = `globalThis.transferLinkTexts={first:()=>{${asBody(first)}},whole:()=>${later}}`
        this.emitFile({ type: 'asset', fileName: `texts/${language}.js`, source })
        delete bundle[first.fileName]
      }
    },
  }
}

interface Program {
  body: Statement[]
}
interface Statement {
  declaration?: { declarations?: { id: { name: string }; init: { properties: Property[] } }[] }
}
interface Property {
  start: number
  end: number
  key: { name?: string }
}

/** The file with no more than these sections in its `texts`. */
function keepSections(code: string, program: Program, sections: string[]): string {
  const declared = program.body.flatMap(({ declaration }) => declaration?.declarations ?? [])
  const texts = declared.find(({ id }) => id.name === 'texts')
  if (texts === undefined) throw new Error('a language exports texts')
  const dropped = texts.init.properties.filter(({ key }) => !sections.includes(key.name ?? ''))
  return dropped.reduceRight((kept, { start, end }) => {
    const comma = /^\s*,/.exec(kept.slice(end))?.[0].length ?? 0
    return kept.slice(0, start) + kept.slice(end + comma)
  }, code)
}

/** The code as the body of a function that returns the texts: all that it imports is the page's by now. */
function asBody({ code, fileName }: Chunk): string {
  const exported = /export\{([^}]*)\};?\s*$/.exec(code)
  const [, own] = /(?:^|,)([\w$]+) as texts(?:,|$)/.exec(exported?.[1] ?? '') ?? []
  if (exported === null || own === undefined) throw new Error(`${fileName} exports no texts`)
  if (/^import\b/.test(code)) throw new Error(`${fileName} needs more than the page has`)
  return `${code.slice(0, exported.index)}return ${own}`
}
