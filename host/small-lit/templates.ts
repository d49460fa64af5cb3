// The subset of Lit's templates that the screens use: text, templates and lists as children, full or partial attributes,
// `.property`, `?flag` and `@event`. No directives, and no dynamic tag names.

interface Template {
  strings: TemplateStringsArray
  values: unknown[]
  isSvg: boolean
}

interface Binding {
  /** The index of the node in document order. */
  at: number
  /** The attribute's name, or null for a child. */
  name: string | null
  /** The static strings around the values of an attribute. */
  around: string[]
}

interface Prepared {
  content: DocumentFragment
  bindings: Binding[]
}

interface Policy {
  createHTML(text: string): string
}

type Update = (values: unknown[]) => void

/** The placeholder of a value while a template is parsed. */
const hole = '\ue000'
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }
const policy = trustedTypes?.createPolicy('lit-html', { createHTML: (text: string) => text })
const prepared = new WeakMap<TemplateStringsArray, Prepared>()
const roots = new WeakMap<Node, Update>()

export const nothing = Symbol('nothing')

export function html(strings: TemplateStringsArray, ...values: unknown[]): Template {
  return { strings, values, isSvg: false }
}

export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template {
  return { strings, values, isSvg: true }
}

/** Event listeners are called with the host as `this`. */
export function render(value: unknown, root: ShadowRoot, { host }: { host: unknown }) {
  if (!roots.has(root)) roots.set(root, bindContent(root.appendChild(new Comment()), 0, host))
  roots.get(root)?.([value])
}

function prepare({ strings, isSvg }: Template): Prepared {
  const names: string[] = []
  let text = ''
  for (const [index, string] of strings.entries()) {
    text += string
    if (index === strings.length - 1) break
    const isInTag = text.lastIndexOf('<') > text.lastIndexOf('>')
    names.push(/([^\s"]+)=[^=]*$/.exec(text)?.[1] ?? '')
    text += !isInTag ? `<!--${hole}-->` : text.endsWith('=') ? `"${hole}"` : hole
  }
  const template = document.createElement('template')
  const markup = isSvg ? `<svg>${text}</svg>` : text
  template.innerHTML = policy?.createHTML(markup) ?? markup
  const { content } = template
  if (isSvg) content.replaceChildren(...(content.firstChild?.childNodes ?? []))
  return { content, bindings: findBindings(content, names) }
}

/** `names` are the attributes as written, because the parser lowercases them. */
function findBindings(content: DocumentFragment, names: string[]): Binding[] {
  const bindings: Binding[] = []
  let filled = 0
  for (const [at, node] of nodesOf(content).entries()) {
    if (!(node instanceof Element)) {
      bindings.push({ at, name: null, around: ['', ''] })
      filled++
      continue
    }
    for (const attribute of node.getAttributeNames()) {
      const around = node.getAttribute(attribute)?.split(hole) ?? []
      if (around.length < 2) continue
      bindings.push({ at, name: names[filled] ?? '', around })
      filled += around.length - 1
      node.removeAttribute(attribute)
    }
  }
  return bindings
}

function nodesOf(content: DocumentFragment): ChildNode[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  const nodes: ChildNode[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as ChildNode)
  return nodes
}

function instantiate(template: Template, host: unknown): { fragment: DocumentFragment; update: Update } {
  const { strings } = template
  if (!prepared.has(strings)) prepared.set(strings, prepare(template))
  const { content, bindings } = prepared.get(strings) as Prepared
  const fragment = document.importNode(content, true)
  const nodes = nodesOf(fragment)
  let from = 0
  const updates = bindings.map(({ at, name, around }) => {
    const node = nodes[at] as ChildNode
    const update =
      name === null ? bindContent(node, from, host) : bindAttribute(node as Element, name, { around, from, host })
    from += around.length - 1
    return update
  })
  const update: Update = (values) => {
    for (const each of updates) each(values)
  }
  return { fragment, update }
}

function bindAttribute(
  element: Element,
  name: string,
  { around, from, host }: { around: string[]; from: number; host: unknown },
): Update {
  const plain = name.slice(1)
  const isWhole = around.join('') === '' && around.length === 2
  let shown: unknown = nothing
  if (name[0] === '@')
    element.addEventListener(plain, (event) => {
      if (typeof shown === 'function') shown.call(host, event)
    })
  return (values) => {
    const value = isWhole
      ? values[from]
      : around.reduce((text, next, index) => `${text}${values[from + index - 1] ?? ''}${next}`)
    if (value === shown) return
    shown = value
    if (name[0] === '.') Object.assign(element, { [plain]: value })
    else if (name[0] === '?') element.toggleAttribute(plain, value === true)
    else if (name[0] === '@') return
    else if (value === nothing) element.removeAttribute(name)
    else element.setAttribute(name, String(value ?? ''))
  }
}

/** Renders a child before its comment node. A template, a list or a text is updated in place while its kind stays the same. */
function bindContent(end: ChildNode, from: number, host: unknown): Update {
  const start = new Comment()
  let shown: unknown = null
  let update: Update = () => {}
  let items: { end: Comment; update: Update }[] = []
  end.before(start)
  return (values) => {
    const value = values[from]
    if (Array.isArray(value)) {
      if (shown !== items) {
        clear(start, end)
        items = []
        shown = items
      }
      for (const [index, each] of value.entries()) {
        items[index] ??= addItem(end, host)
        items[index].update([each])
      }
      items.length = value.length
      clear(items.at(-1)?.end ?? start, end)
    } else if (isTemplate(value)) {
      if (shown === value.strings) return update(value.values)
      clear(start, end)
      const made = instantiate(value, host)
      made.update(value.values)
      end.before(made.fragment)
      update = made.update
      shown = value.strings
    } else {
      const text = value === nothing ? '' : String(value ?? '')
      if (shown instanceof Text) {
        if (shown.data !== text) shown.data = text
        return
      }
      clear(start, end)
      shown = new Text(text)
      end.before(shown as Text)
    }
  }
}

function addItem(end: ChildNode, host: unknown) {
  const own = new Comment()
  end.before(own)
  return { end: own, update: bindContent(own, 0, host) }
}

function clear(start: ChildNode, end: ChildNode) {
  while (start.nextSibling !== end) start.nextSibling?.remove()
}

function isTemplate(value: unknown): value is Template {
  return typeof value === 'object' && value !== null && 'strings' in value
}
