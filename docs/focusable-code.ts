// Every block of code can have the focus, so that keys scroll it. Without this plugin the renderer makes each wide block a landmark.
export const focusableCode = {
  name: 'focusable-code',
  hooks: {
    postprocessRenderedBlock({ renderData: { blockAst } }: { renderData: { blockAst: Element } }) {
      for (const block of blocksIn(blockAst)) block.properties = { ...block.properties, tabindex: '0' }
    },
  },
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
