// What Markdown cannot say about a table.
import { defineHastPlugin, type HastNode } from 'satteri'

const columnsOfPhone = 3

/** Wider tables scroll sideways on small screens. The scrolling box can have the focus, so that keys scroll it. */
export const wideTables = defineHastPlugin({
  name: 'wide-tables',
  element: {
    filter: ['table'],
    visit(node, context) {
      if (cellsOfFirstRow(node) <= columnsOfPhone) return
      const properties = { className: ['wide-table'], tabIndex: 0, role: 'group', ariaLabel: 'Table' }
      context.wrapNode(node, { type: 'element', tagName: 'div', properties, children: [] })
    },
  },
})

/** The first column has the names that a table explains. A search for such a name finds this page first. */
export const searchableNames = defineHastPlugin({
  name: 'searchable-names',
  element: {
    filter: ['tr'],
    visit(node, context) {
      const [cell] = elementsOf(node)
      if (cell?.tagName === 'td') context.setProperty(cell, 'dataPagefindWeight', '10')
    },
  },
})

/** A header without text is an empty cell. */
export const emptyHeaders = defineHastPlugin({
  name: 'empty-headers',
  element: {
    filter: ['th'],
    visit(node, context) {
      if (node.children.length === 0) context.replaceNode(node, { ...node, tagName: 'td' })
    },
  },
})

function cellsOfFirstRow(node: HastNode): number {
  const elements = elementsOf(node)
  const isRow = 'tagName' in node && node.tagName === 'tr'
  return isRow ? elements.length : elements[0] === undefined ? 0 : cellsOfFirstRow(elements[0])
}

function elementsOf(node: HastNode) {
  return 'children' in node ? node.children.filter((child) => child.type === 'element') : []
}
