// The element on the page. It reads its theme when a link is opened, so a change of the settings opens a new link, unless the user
// has begun to use the open one.
import type { TransferLink } from '../../../../components/embed/transfer-link.ts'
import type { Settings } from './print-code.ts'

interface PreviewHost {
  settings(): Settings
  unsetAttributes(): string[]
  requestLink(): Promise<string>
  changed(state: PreviewState): void
  failed(error: unknown): void
}

export interface PreviewState {
  isOpen: boolean
  /** Whether the open link shows earlier settings. */
  isStale: boolean
}

export interface Preview {
  /** `takesFocus` is false if the user is elsewhere on the page. */
  open(options?: { takesFocus: boolean }): Promise<void>
  close(): void
  /** After a change of the settings. */
  update(): void
  /** Whether an event comes from a link that the playground itself replaces. */
  isReplacing(): boolean
}

const typingMs = 500

export function createPreview(element: TransferLink, host: PreviewHost): Preview {
  let isInUse = false
  let isStale = false
  let isReplacing = false
  let isOpening = false
  /** The settings of the open link. */
  let opened = ''
  let typing: ReturnType<typeof setTimeout> | undefined

  const report = () => host.changed({ isOpen: element.open, isStale })
  const isInline = () => host.settings().attributes.some(({ name, value }) => name === 'layout' && value === 'inline')

  // Before the script has loaded, the element has no methods.
  const close = () => element.open && element.closePopup()

  const replacing = (act: () => void) => {
    isReplacing = true
    act()
    isReplacing = false
  }

  /** The hosted page focuses its heading, and so its frame, once before it has loaded. The user is elsewhere on the page. */
  const keepFocusHere = () => {
    const focused = document.activeElement
    const giveBack = () => {
      if (document.activeElement !== element) return
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true })
      else (element.shadowRoot?.activeElement as HTMLElement | null)?.blur()
    }
    const loaded = new AbortController()
    element.addEventListener('linkEvent', () => loaded.abort(), { once: true })
    // The frame has the focus after this event.
    addEventListener('blur', () => setTimeout(giveBack), { once: true, signal: loaded.signal })
  }

  const open = async ({ takesFocus } = { takesFocus: true }) => {
    clearTimeout(typing)
    if (isOpening) return
    isOpening = true
    try {
      const url = await host.requestLink()
      replacing(close)
      setAttributes(element, host)
      opened = JSON.stringify(host.settings())
      isInUse = isStale = false
      if (!takesFocus) keepFocusHere()
      element.openPopup(url)
      report()
    } catch (error) {
      host.failed(error)
    } finally {
      isOpening = false
    }
  }

  element.addEventListener('linkEvent', ({ detail }) => {
    if (detail.type === 'newLinkRequested') void open()
    else if (detail.type !== 'pageLoaded') isInUse = true
  })
  element.addEventListener('exit', () => {
    isInUse = isStale = false
    if (!isReplacing) setAttributes(element, host)
    report()
  })

  const renew = () => {
    if (!isInUse) return void open({ takesFocus: false })
    isStale = true
    report()
  }

  return {
    open,
    isReplacing: () => isReplacing,
    close,
    update() {
      clearTimeout(typing)
      const isUnchanged = JSON.stringify(host.settings()) === opened
      if (!element.open) setAttributes(element, host)
      else if (isUnchanged) isStale = false
      else if (isInUse) isStale = true
      // A dialog opens only on request: it would take the focus from the settings.
      else if (isInline()) typing = setTimeout(renew, typingMs)
      else close()
      report()
    },
  }
}

function setAttributes(element: TransferLink, { settings, unsetAttributes }: PreviewHost): void {
  const { attributes, tokens } = settings()
  for (const name of unsetAttributes()) element.removeAttribute(name)
  for (const { name, value } of attributes) element.setAttribute(name, value)
  element.removeAttribute('style')
  for (const { name, value } of tokens) element.style.setProperty(name, value)
}
