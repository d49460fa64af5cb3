// Splits each language by when its texts are needed. The server inlines those of the first screen into the page. Most are loaded
// while the first screen is shown. Texts that most transfers never show are loaded with their screens.

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

interface TextParts {
  folder: string
  /** Sections of the first screen. */
  first: string[]
  /** Sections of screens that are loaded on demand. */
  onDemand: string[]
  /** The names of those sections that the core flow's screens show too. */
  common: Record<string, (name: string) => boolean>
}

type PartName = 'first' | 'main' | 'onDemand'
/** Selects the names of a section that belong to a part: all, none, or some. */
type Choice = (section: string) => boolean | ((name: string) => boolean)

const languageFile = /^([a-z]{2,3}(?:-[A-Za-z]+)*)\.ts$/
const partQuery = /\.ts\?(first|main|onDemand)$/
/** Spelled so that tools do not read it as an import of this file. */
const load = '\x69mport'

export function inlineTexts({ folder, first, onDemand, common }: TextParts): Plugin {
  const languages = readdirSync(folder).flatMap((name) => languageFile.exec(name)?.[1] ?? [])
  const idOf = (language: string, part: PartName) => join(folder, `${language}.ts?${part}`)
  const choices: Record<PartName, Choice> = {
    first: (section) => first.includes(section) && (common[section] ?? true),
    main: (section) => !first.includes(section) && (common[section] ?? !onDemand.includes(section)),
    onDemand: (section) => onDemand.includes(section),
  }
  const ofServer = new Map<string, string>()
  return {
    name: 'inline-texts',
    enforce: 'post',
    buildStart() {
      for (const language of languages)
        for (const part of ['first', 'main', 'onDemand'] as const)
          this.emitFile({
            type: 'chunk',
            id: idOf(language, part),
            name: part === 'onDemand' ? `${language}-on-demand` : language,
            preserveSignature: 'strict',
          })
    },
    load: {
      order: 'pre',
      async handler(id) {
        const [query, part] = partQuery.exec(id) ?? []
        if (query === undefined) return null
        const code = await readFile(id.slice(0, 3 - query.length), 'utf8')
        const program = this.parse(code, { lang: 'ts' }) as unknown as Program
        if (part === 'first')
          ofServer.set(
            id,
            [textOf(program, 'chooseAccount', 'title'), textOf(program, 'wallets', 'unnamed')].join('\n'),
          )
        return keepTexts(code, program, choices[part as PartName])
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const language of languages) {
        const of = (part: PartName) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === idOf(language, part))
          if (chunk === undefined) throw new Error(`${language} has no ${part} texts`)
          return chunk
        }
        const later = (part: PartName) => `${part}:()=>${load}("/link-assets/${of(part).fileName}")`
        const source = `globalThis.transferLinkTexts={first:()=>{${asBody(of('first'))}},${later('main')},${later('onDemand')}}`
        this.emitFile({ type: 'asset', fileName: `texts/${language}.js`, source })
        const words = ofServer.get(idOf(language, 'first')) ?? ''
        this.emitFile({ type: 'asset', fileName: `texts/${language}.txt`, source: words })
        delete bundle[of('first').fileName]
      }
    },
  }
}

interface Program {
  body: { declaration?: { declarations?: { id: { name: string }; init: TextNode }[] } }[]
}
interface TextNode {
  start: number
  end: number
  key?: { name?: string }
  value?: TextNode | string
  properties?: TextNode[]
  /** The value of a typed expression. */
  expression?: TextNode
}

function propertiesOf({ value }: TextNode): TextNode[] {
  if (typeof value !== 'object') return []
  return value.properties ?? value.expression?.properties ?? []
}

/**
 * The texts that the server writes into the page: the heading of the first screen, readable before any script runs, and the name of
 * the row for wallets.
 */
function textOf(program: Program, sectionName: string, name: string): string {
  const declared = program.body.flatMap(({ declaration }) => declaration?.declarations ?? [])
  const sections = declared.find(({ id }) => id.name === 'texts')?.init.properties ?? []
  const section = sections.find(({ key }) => key?.name === sectionName)
  const found = section && propertiesOf(section).find(({ key }) => key?.name === name)?.value
  const text = typeof found === 'object' ? found.value : undefined
  if (typeof text !== 'string') throw new Error(`there is no text ${sectionName}.${name}`)
  return text
}

/** The file with only these names in its `texts`. */
function keepTexts(code: string, program: Program, choose: Choice): string {
  const declared = program.body.flatMap(({ declaration }) => declaration?.declarations ?? [])
  const texts = declared.find(({ id }) => id.name === 'texts')
  const dropped = (texts?.init.properties ?? []).flatMap((section) => {
    const choice = choose(section.key?.name ?? '')
    if (typeof choice === 'boolean') return choice ? [] : [section]
    const lacks = ({ key }: TextNode) => !choice(key?.name ?? '')
    return propertiesOf(section).flatMap((each) => (lacks(each) ? [each] : propertiesOf(each).filter(lacks)))
  })
  return dropped.reduceRight((rest, { start, end }) => {
    const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0
    return rest.slice(0, start) + rest.slice(end + comma)
  }, code)
}

/** The code as the body of a function that returns the texts. The page provides everything that the code imports. */
function asBody({ code, fileName }: Chunk): string {
  const exported = /export\{([^}]*)\};?\s*$/.exec(code)
  const [, own] = /(?:^|,)([\w$]+) as texts(?:,|$)/.exec(exported?.[1] ?? '') ?? []
  if (exported === null || own === undefined) throw new Error(`${fileName} exports no texts`)
  if (/^import\b/.test(code)) throw new Error(`${fileName} needs more than the page has`)
  return `${code.slice(0, exported.index)}return ${own}`
}
