// What a block of code needs besides its colours.

interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: unknown[]
}

interface Rendered {
  codeBlock: { language: string; getLines(): readonly { text: string }[] }
  renderData: { blockAst: Node }
}

/**
 * Every block can have the focus, so that keys scroll it. Without it the renderer makes each wide block a landmark. A diagram does not
 * scroll: the style sheet sets its letters by the number of columns. A search for an option finds the usage of its commands first.
 */
export const codeBlocks = {
  name: 'code-blocks',
  hooks: {
    postprocessRenderedBlock({ codeBlock, renderData: { blockAst } }: Rendered) {
      const { language } = codeBlock
      const columns = Math.max(...codeBlock.getLines().map(({ text }) => text.length))
      const style = language === 'text' ? { style: `--columns:${columns}` } : {}
      for (const block of elementsIn(blockAst, 'pre')) {
        block.properties = { ...block.properties, tabindex: '0', ...style }
        if (language !== 'txt') continue
        for (const span of elementsIn(block, 'span')) span.children = span.children?.flatMap(withWeights)
      }
    },
  },
}

function elementsIn(node: Node, tagName: string): Node[] {
  if (node.tagName === tagName) return [node]
  return (node.children ?? []).flatMap((child) => elementsIn(child as Node, tagName))
}

function withWeights(child: unknown): unknown[] {
  const { type, value = '' } = child as Node
  if (type !== 'text') return [child]
  return value.split(/((?<![\w-])--[a-z][a-z-]*)/).map((text) => {
    const node = { type: 'text', value: text }
    if (!text.startsWith('--')) return node
    return { type: 'element', tagName: 'span', properties: { 'data-pagefind-weight': '10' }, children: [node] }
  })
}
