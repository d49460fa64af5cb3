// The window for an exchange's own sign-in page. It is opened by the click itself, or browsers would block it, and is led to the
// page as soon as the address is known. What comes of it is read from the server; nothing is taken from the window.

let opened: Window | null = null

export function openSignInWindow(): void {
  opened?.close()
  opened = open('about:blank', '', 'popup,width=500,height=760')
  // The exchange's page must not reach back into ours.
  if (opened !== null) opened.opener = null
}

/** Without an address it was opened in vain. Returns whether there was a window: a blocked one is none. */
export function leadSignInWindow(url: string | undefined): boolean {
  const isOpen = opened !== null
  if (url !== undefined && /^https?:/.test(url)) opened?.location.replace(url)
  else opened?.close()
  opened = null
  return isOpen
}
