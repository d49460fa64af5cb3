/** Where a sign-in returns to: a path of the console. Anything else is the start page, so that no link leads to another site. */
export function safeReturnPath(path: string | null, origin: string): string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  const isSafe = url.origin === origin && !url.pathname.startsWith('/sign-in') && !url.pathname.startsWith('/api/')
  return isSafe ? `${url.pathname}${url.search}` : '/'
}

/** The sign-in page, which returns to this address. */
export function signInPath({ pathname, search }: { pathname: string; search: string }): string {
  const path = `${pathname}${search}`
  return path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ return: path })}`
}
