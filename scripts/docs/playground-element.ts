// What the playground offers: the attributes, tokens and events of <transfer-link>, from its source and its comments.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { languages } from '../../components/texts/choose-language.ts'
import type {
  PlaygroundAttribute,
  PlaygroundElement,
  PlaygroundToken,
} from '../../docs/src/components/playground/element.ts'
import { fiatRates } from '../../server/prices/fiat-rates.ts'
import { projectRoot } from '../command.ts'
import { describeElement } from '../release/describe-element.ts'

const embed = join(projectRoot, 'components/embed')

interface Sources {
  /** Of the element. */
  element: string
  /** Of createLinkConnection. */
  connection: string
}

export function readSources(): Sources {
  return {
    element: readFileSync(join(embed, 'transfer-link.ts'), 'utf8'),
    connection: readFileSync(join(embed, 'create-link-connection.ts'), 'utf8'),
  }
}

export function playgroundElement(sources: Sources): PlaygroundElement {
  const { attributes, cssProperties, events } = describeElement(sources.element, 'transfer-link')
  const options = optionNames(sources.connection)
  return {
    attributes: attributes.map(({ name, description, fieldName, type, default: initial }): PlaygroundAttribute => {
      const values = valuesOf(name, type.text)
      return {
        name,
        description: sentence(description),
        kind:
          type.text === 'boolean' ? 'switch' : values.length > 0 ? 'choice' : name.endsWith('color') ? 'color' : 'text',
        values,
        initial: type.text === 'boolean' ? '' : (initial ?? '').replace(/^'(.*)'$/, '$1'),
        option: options.includes(fieldName) ? fieldName : null,
      }
    }),
    tokens: cssProperties.flatMap(({ name, description }) => tokensOf(name, description)),
    events: events.map(({ name }) => name),
  }
}

/** The values of a union type, or all languages or currencies. */
function valuesOf(name: string, type: string): PlaygroundAttribute['values'] {
  if (name === 'locale') return languages.map((value) => ({ value, label: `${nameOfLanguage(value)} (${value})` }))
  if (name === 'fiat-currency')
    return ['USD', ...Object.keys(fiatRates('sandbox'))].map((value) => ({ value, label: value }))
  return [...type.matchAll(/'([^']*)'/g)].map(([, value = '']) => ({ value, label: value }))
}

function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
}

/** `--tl-color-*` lists the names in its description, and other properties name further ones: "also --tl-font-mono". */
function tokensOf(name: string, description: string): PlaygroundToken[] {
  const isColor = name.includes('color')
  if (name.endsWith('*'))
    return description.split(', ').map((part) => ({ name: name.replace('*', part), description: '', isColor }))
  const [about = '', ...others] = description.split(/;? also /)
  const further = others.join().match(/--tl-[\w-]+/g) ?? []
  return [
    { name, description: sentence(about), isColor },
    ...further.map((each) => ({ name: each, description: '', isColor })),
  ]
}

/** The members of `LinkConnectionOptions`. */
export function optionNames(source: string): string[] {
  type Member = { key: { name: string } }
  type Declaration = { type: string; id: { name: string }; body: { body: Member[] } }
  const program = parseAst(source, { lang: 'ts' }) as unknown as { body: { declaration: Declaration | null }[] }
  const found = program.body.find(({ declaration }) => declaration?.id?.name === 'LinkConnectionOptions')
  return (found?.declaration?.body.body ?? []).map(({ key }) => key.name)
}

function sentence(text: string): string {
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}
