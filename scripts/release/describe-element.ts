// Generates the custom-elements manifest of <transfer-link> and its data for VS Code from the source and its comments. The common
// analyzer installs another TypeScript (40 MB) and reports Lit's internal state as attributes.

import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Described {
  name: string
  description: string
}

interface Field extends Described {
  kind: 'field'
  type: { text: string }
  default?: string
}

interface Method extends Described {
  kind: 'method'
  parameters: { name: string; type: { text: string } }[]
}

export interface ElementDescription extends Described {
  kind: 'class'
  customElement: true
  tagName: string
  members: (Field | Method)[]
  attributes: (Described & { fieldName: string; type: { text: string }; default?: string })[]
  events: (Described & { type: { text: string } })[]
  slots: Described[]
  cssParts: Described[]
  cssProperties: Described[]
  cssStates: Described[]
}

/** Reads the description of an element from its source: class, static properties, members and tags. */
export function describeElement(source: string, tagName: string): ElementDescription {
  const program = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
  const isClass = ({ declaration }: Node) => (declaration as Node | null)?.type === 'ClassDeclaration'
  const exported = program.body.find(isClass)
  if (exported === undefined) throw new Error(`The source of ${tagName} exports no class.`)
  const declaration = exported.declaration as Node
  const body = (declaration.body as Node).body as Node[]
  const { description, tags } = readComment(source, exported.start)
  const tagged = (tag: string) => tags.filter((each) => each.tag === tag)
  const defaults = constructorValues(body)
  const members = body.filter(isPublic).flatMap((member) => describeMember(source, member, defaults))
  const fields = members.filter((member) => member.kind === 'field')
  return {
    kind: 'class',
    name: nameOf(declaration.id),
    description,
    customElement: true,
    tagName,
    members,
    attributes: attributeNames(body).flatMap(([fieldName, name]) => {
      const { kind: _, ...field } = fields.find((each) => each.name === fieldName) ?? { kind: 'field' }
      if (!('type' in field)) return []
      const tagDescription = tagged('attr').find((each) => each.name === name)?.description
      return [{ ...field, name, description: tagDescription ?? field.description, fieldName }]
    }),
    events: tagged('fires').map(({ name, description, type }) => ({ name, description, type: { text: type } })),
    slots: tagged('slot').map(plain),
    cssParts: tagged('csspart').map(plain),
    cssProperties: tagged('cssprop').map(plain),
    cssStates: tagged('cssstate').map(plain),
  }
}

export function manifestOf(element: ElementDescription, path: string): object {
  const { name, tagName } = element
  const declaration = { name, module: path }
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [{ ...element, superclass: { name: 'ReactiveElement', package: 'lit' } }],
        exports: [
          { kind: 'js', name, declaration },
          { kind: 'custom-element-definition', name: tagName, declaration },
        ],
      },
    ],
  }
}

/** For `html.customData` of VS Code. */
export function htmlDataOf({ tagName, description, attributes }: ElementDescription): object {
  const described = attributes.map((attribute) => {
    const values = [...attribute.type.text.matchAll(/'([^']*)'/g)].map(([, name]) => ({ name }))
    return { name: attribute.name, description: attribute.description, ...(values.length > 0 && { values }) }
  })
  return { version: 1.1, tags: [{ name: tagName, description, attributes: described }] }
}

/** For `css.customData` of VS Code. Names with a star are left out, because CSS custom data has no patterns. */
export function cssDataOf({ cssProperties }: ElementDescription): object {
  return { version: 1.1, properties: cssProperties.filter(({ name }) => !name.includes('*')).map(plain) }
}

function isPublic({ accessibility, override, static: isStatic }: Node): boolean {
  return !override && !isStatic && (accessibility === null || accessibility === 'public')
}

/** What the constructor assigns to each field. Fields of Lit's properties have no initializer. */
function constructorValues(body: Node[]): Map<string, Node> {
  const method = body.find(({ kind }) => kind === 'constructor')?.value as Node | undefined
  const statements = ((method?.body as Node | undefined)?.body ?? []) as Node[]
  return new Map(
    statements.flatMap(({ expression }): [string, Node][] => {
      const { type, left, right } = expression as Node
      return type === 'AssignmentExpression' ? [[nameOf((left as Node).property), right as Node]] : []
    }),
  )
}

function describeMember(source: string, member: Node, defaults: Map<string, Node>): (Field | Method)[] {
  const name = nameOf(member.key)
  const description = readComment(source, member.start).description
  const value = (member.value ?? defaults.get(name) ?? null) as Node | null
  if (member.type === 'MethodDefinition') {
    if (member.kind !== 'method' || value === null) return []
    const parameters = (value.params as Node[]).map((each) => ({
      name: nameOf(each),
      type: { text: typeText(source, each) },
    }))
    return [{ kind: 'method', name, description, parameters }]
  }
  if (member.type !== 'PropertyDefinition') return []
  const text = value === null ? undefined : source.slice(value.start, value.end)
  const type = { text: typeText(source, member) || typeof value?.value }
  return [{ kind: 'field', name, description, type, ...(text !== undefined && { default: text }) }]
}

/** Field and attribute of each reactive property that has an attribute, from Lit's `static properties`. */
function attributeNames(body: Node[]): [string, string][] {
  const properties = body.find((member) => member.static === true && nameOf(member.key) === 'properties')
  const entries = ((properties?.value as Node | undefined)?.properties ?? []) as Node[]
  return entries.flatMap(({ key, value }): [string, string][] => {
    const options = new Map(
      ((value as Node).properties as Node[]).map((option) => [nameOf(option.key), (option.value as Node).value]),
    )
    if (options.get('attribute') === false || options.get('state') === true) return []
    const name = options.get('attribute')
    return [[nameOf(key), typeof name === 'string' ? name : nameOf(key).toLowerCase()]]
  })
}

interface Tag extends Described {
  tag: string
  type: string
}

/** Parses the comment before `start`: its description, and its tags as `@tag {type} name - description`. */
function readComment(source: string, start: number): { description: string; tags: Tag[] } {
  // A linter comment may follow the comment.
  const [, text = ''] = /\/\*\*((?:(?!\*\/).)*)\*\/\s*(?:\/\/[^\n]*\s*)*$/s.exec(source.slice(0, start)) ?? []
  const lines = text.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim())
  const [description = '', ...tags] = lines.join('\n').trim().split(/\n?^@/m)
  return {
    description: oneLine(description),
    tags: tags.map((tag) => {
      const [, name = '', type = '', subject = '', description = ''] =
        /^(\w+)\s+(?:\{(.*?)\}\s+)?(?:-\s+|(\S+)?(?:\s+-\s+)?)(.*)$/s.exec(tag) ?? []
      return { tag: name, type, name: subject, description: oneLine(description) }
    }),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function typeText(source: string, { typeAnnotation }: Node): string {
  const { start, end } = (typeAnnotation ?? { start: 0, end: 0 }) as Node
  return source.slice(start, end).replace(/^:\s*/, '')
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? String(value ?? '')
}

function plain({ name, description }: Described): Described {
  return { name, description }
}
