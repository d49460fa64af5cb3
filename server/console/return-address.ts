/** An address of the console to which a sign-in returns. Anything else is its first page, so that no link leads to another site. */
export function returnAddress(path: string | undefined, consoleUrl: string): string {
  const { origin } = new URL(consoleUrl)
  const first = `${origin}/`
  if (path === undefined || !path.startsWith('/')) return first
  const url = URL.parse(path, origin)
  return url === null || url.origin !== origin || url.pathname.startsWith('/api/') ? first : url.href
}
