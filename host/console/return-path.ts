/** Where a sign-in returns to: a path of the console. Anything else is the start page, so that no link leads to another site. */
export function safeReturnPath(path: string | null, origin: string): string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, origin)) return '/'
  const { origin: itsOrigin, pathname, search } = new URL(path, origin)
  // `/..//evil.example` has the path `//evil.example`, which would name a host.
  const isPage = !['//', '/api/', '/sign-in'].some((start) => pathname.startsWith(start))
  return itsOrigin === origin && isPage ? `${pathname}${search}` : '/'
}

/** The sign-in page, which returns to this address. */
export function signInPath({ pathname, search }: { pathname: string; search: string }): string {
  const path = `${pathname}${search}`
  return path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ return: path })}`
}
