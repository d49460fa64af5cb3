// Shows a place of the console for each address, by the History API. Links are plain: `<a href="/transfers">`.

import type { ScreenTag } from './console-screen.ts'

export interface Route {
  /** A part that begins with a colon is a parameter: `/transfers/:id`. */
  path: string
  /** The element that `load` defines. */
  screen: ScreenTag
  load: () => Promise<unknown>
  /** Shown without a session and without the navigation. */
  isPublic?: boolean
}

export interface Matched {
  route: Route
  parameters: Record<string, string>
}

export function matchRoute(routes: readonly Route[], pathname: string): Matched | null {
  for (const route of routes) {
    const parameters = parametersIn(partsOf(route.path), partsOf(pathname))
    if (parameters !== null) return { route, parameters }
  }
  return null
}

function partsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/')
}

function parametersIn(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (!expected.startsWith(':')) {
      if (part !== expected) return null
      continue
    }
    const value = decode(part)
    if (value === null || value === '') return null
    parameters[expected.slice(1)] = value
  }
  return parameters
}

/** Null for an address that was cut in the middle of a character. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Calls `show` for each new address, until the returned function is called. */
export function followAddress(show: () => void): () => void {
  const aborter = new AbortController()
  const { signal } = aborter
  addEventListener('popstate', show, { signal })
  addEventListener('address-requested', (event) => go(event.detail, show), { signal })
  document.addEventListener(
    'click',
    (event) => {
      const href = internalLink(event)
      if (href === null) return
      event.preventDefault()
      go({ href, isReplacement: false }, show)
    },
    { signal },
  )
  return () => aborter.abort()
}

function go({ href, isReplacement }: RequestedAddress, show: () => void) {
  if (isReplacement || new URL(href, location.href).href === location.href) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  show()
}

/** The address of a link that the console shows itself. Null for clicks that the browser should follow. */
function internalLink(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlain || event.defaultPrevented) return null
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
  if (link === undefined || link.target !== '' || link.hasAttribute('download')) return null
  // Another origin, the server's own addresses, and a place in the page.
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return null
  if (link.hash !== '' && link.pathname === location.pathname) return null
  return link.href
}

interface RequestedAddress {
  href: string
  /** Back must not return to the present address. */
  isReplacement: boolean
}

/** Goes to an address of the console without a link. */
export function goTo(href: string, { isReplacement = false } = {}) {
  dispatchEvent(new CustomEvent<RequestedAddress>('address-requested', { detail: { href, isReplacement } }))
}

declare global {
  interface WindowEventMap {
    'address-requested': CustomEvent<RequestedAddress>
  }
}
