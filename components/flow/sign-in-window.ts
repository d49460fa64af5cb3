// The window for an exchange's sign-in page. The click itself opens the window, because browsers block other windows. The window is
// redirected once the URL of the page is known. The server returns the result of the sign-in. Messages of the window are ignored.

let opened: Window | null = null

export function openSignInWindow(): void {
  opened?.close()
  opened = open('about:blank', '', 'popup,width=500,height=760')
  // The exchange's page must not reach back into ours.
  if (opened !== null) opened.opener = null
}

/** Redirects the window to `url`, or closes it if there is none. Returns false if the browser blocked the window. */
export function leadSignInWindow(url: string | undefined): boolean {
  const isOpen = opened !== null
  if (url !== undefined && /^https?:/.test(url)) opened?.location.replace(url)
  else opened?.close()
  opened = null
  return isOpen
}
