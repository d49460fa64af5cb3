/** Whether this page may move the focus. In a site's page, inline, only while the user has it here: it may be in a field of the site. */
export function mayTakeFocus(): boolean {
  const isInline = window.parent !== window && new URL(location.href).searchParams.get('layout') === 'inline'
  return !isInline || document.hasFocus()
}
