// Links between pages are relative paths of files, so that they also work where the repository is read. On the site they become
// addresses. The text of a link to a file that the site does not show stays.
import { fileURLToPath } from 'node:url'
import { defineMdastPlugin, type MdastPluginEntry } from 'satteri'
import { pageAddress } from './page-address.ts'

export function pageLinks(base: string): MdastPluginEntry {
  return ({ fileURL }) =>
    fileURL !== undefined &&
    defineMdastPlugin({
      name: 'page-links',
      link(node, context) {
        const address = pageAddress(node.url, fileURLToPath(fileURL))
        if (address === null) context.replaceNode(node, [...node.children])
        else if (address.startsWith('/')) context.setProperty(node, 'url', base + address)
      },
    })
}
