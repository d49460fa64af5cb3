// Every block of code can have the focus, so that keys scroll it. Without this plugin the renderer makes each wide block a landmark.
// Diagrams do not scroll: the style sheet sets the size of their letters by their number of columns.
export const focusableCode = {
  name: 'focusable-code',
  hooks: {
    postprocessRenderedBlock({ codeBlock, renderData: { blockAst } }: Rendered) {
      const columns = Math.max(...codeBlock.getLines().map(({ text }) => text.length))
      const style = codeBlock.language === 'text' ? { style: `--columns:${columns}` } : {}
      for (const block of blocksIn(blockAst)) block.properties = { ...block.properties, tabindex: '0', ...style }
    },
  },
}

interface Rendered {
  codeBlock: { language: string; getLines(): readonly { text: string }[] }
  renderData: { blockAst: Element }
}

interface Element {
  tagName?: string
  properties?: Record<string, unknown>
  children?: unknown[]
}

function blocksIn(node: Element): Element[] {
  if (node.tagName === 'pre') return [node]
  return (node.children ?? []).flatMap((child) => blocksIn(child as Element))
}
