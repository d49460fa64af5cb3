// Removes what a minifier keeps: spaces inside templates, and Lit's decorators, whose helpers and calls are a tenth of the
// screens' size. The source files do not change.

import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Edit {
  start: number
  end: number
  text: string
}

const templateTags = new Set(['css', 'html', 'svg'])

export function compactSource(): Plugin {
  return {
    name: 'compact-source',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !/\b(css|html|svg)`|@customElement/.test(code)) return null
      const edits: Edit[] = []
      visit(this.parse(code, { lang: 'ts' }) as unknown as Node, (node) => {
        if (node.type === 'TaggedTemplateExpression') edits.push(...squeezeTemplate(node, code))
        if (node.type === 'ClassDeclaration') edits.push(...replaceDecorators(node, code))
        if (node.type === 'ImportDeclaration' && /'lit\/decorators\.js'/.test(textOf(node, code)))
          edits.push({ start: node.start, end: node.end, text: '' })
      })
      return { code: apply(code, edits), map: null }
    },
  }
}

function squeezeTemplate(node: Node, code: string): Edit[] {
  const tag = textOf(node.tag as Node, code)
  if (!templateTags.has(tag)) return []
  const quasis = (node.quasi as Node).quasis as Node[]
  return quasis.map((quasi) => ({ start: quasi.start, end: quasi.end, text: squeeze(tag, textOf(quasi, code)) }))
}

/** Removes white space between tags at line breaks: the screens use flex and grid, where it has no effect. */
function squeeze(tag: string, text: string): string {
  if (tag !== 'css')
    return text
      .replace(/\s*\n\s*(?=<)/g, '')
      .replace(/(>)\s*\n\s*/g, '$1')
      .replace(/\s+/g, ' ')
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([\w)-]): /g, '$1:')
    .replace(/ (>) (?!=)| (!)/g, '$1$2')
    .replace(/='(\w+)'/g, '=$1')
    .replace(/\b0(?=\.\d)/g, '')
    .replace(/;}/g, '}')
}

/** Rewrites `@customElement`, `@property` and `@state` as Lit's static fields. */
function replaceDecorators(node: Node, code: string): Edit[] {
  const edits: Edit[] = []
  const drop = ({ start, end }: Node) =>
    edits.push({ start, end: end + (/^\s+/.exec(code.slice(end))?.[0].length ?? 0), text: '' })
  const properties: string[] = []
  const body = node.body as Node
  for (const member of body.body as Node[])
    for (const decorator of (member.decorators as Node[] | undefined) ?? []) {
      const options = optionsOf(decorator, code)
      if (options === null) continue
      properties.push(`${textOf(member.key as Node, code)}: ${options}`)
      drop(decorator)
    }
  if (properties.length > 0)
    edits.push({
      start: body.start + 1,
      end: body.start + 1,
      text: `static properties = { ${properties.join(', ')} };`,
    })
  for (const decorator of (node.decorators as Node[] | undefined) ?? []) {
    const [, tag] = /^@customElement\((.*)\)$/.exec(textOf(decorator, code)) ?? []
    if (tag === undefined) continue
    drop(decorator)
    edits.push({
      start: node.end,
      end: node.end,
      text: `\ncustomElements.define(${tag}, ${textOf(node.id as Node, code)});`,
    })
  }
  return edits
}

function optionsOf(decorator: Node, code: string): string | null {
  const [, name, options] = /^@(property|state)\((.*)\)$/s.exec(textOf(decorator, code)) ?? []
  if (name === undefined) return null
  return name === 'state' ? '{ state: true }' : options || '{}'
}

function textOf({ start, end }: Node, code: string): string {
  return code.slice(start, end)
}

function visit(node: Node, see: (node: Node) => void) {
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child as Node, see)
}

function apply(code: string, edits: Edit[]): string {
  let result = code
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}
