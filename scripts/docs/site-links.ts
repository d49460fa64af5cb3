// The links of a file that the site shows at another place.
import { pageAddress } from '../../docs/page-address.ts'

/** Relative links become addresses of the site. Of links to files that the site does not show, the text stays. */
export function withSiteLinks(text: string, file: string): string {
  const linked = text.replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, link: string) => {
    const address = pageAddress(link, file)
    return address === null ? label : `[${label}](${address})`
  })
  return linked.replace(/^!\[.*\n/gm, '')
}
