// One opening of a link on a site's page: the window around the hosted page, the messages to and from that page alone, and
// what is said when it does not come.

import { type LinkChannel, openChannel } from '../protocol/link-channel.ts'
import { type FlowMessage, type FrameMessage, readFrameMessage, type SiteMessage } from '../protocol/link-messages.ts'
import type { ShellTexts } from '../texts/shell-texts.ts'
import { stayAboveKeyboard } from '../ui/above-keyboard.ts'
import { createWindow, type ShellWindow } from '../ui/shell-window.ts'

export interface FrameHost {
  root: Node
  isInline: boolean
  /** How long the hosted page may stay silent before that is said. */
  patienceMs: number
  texts(): ShellTexts
  receive(message: FlowMessage): void
  /** The page is there, still loading, or could not be opened. */
  turned(state: 'ready' | 'loading' | 'error'): void
  /** The user wants to leave. */
  leaveRequested(): void
  /** The window is gone, or should be. */
  closed(): void
}

export interface OpenFrame {
  send(message: SiteMessage): void
  focus(options?: FocusOptions): void
  /** In other words, as they are now. */
  draw(): void
  /** Where its host stands now. No frame survives a move, but its session does. */
  show(): void
  isReady(): boolean
  /** Why the page could not be opened, as a sentence. */
  problem(): string | undefined
  /**
   * `leftAt` is the screen where the user left by the page itself. Without it the page ends its session first, out of sight. A
   * link that was closed before its page was once ready has no session to end: nothing was signed in.
   */
  close(leftAt?: string): void
}

/** How long the page of a closed link may take to end its session. */
const goodbyeMs = 500

export function openFrame(address: string, host: FrameHost): OpenFrame {
  const { origin } = new URL(address)
  /** By it the page knows a second try of the same opening: the code in its address is spent by then. */
  const name = `transfer-link ${Math.random()}`
  let source = address
  let shown: ShellWindow
  let frame: HTMLIFrameElement
  let isReady = false
  let isClosed = false
  let trouble: 'blocked' | 'unanswered' | null = null
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let leaveKeyboard = () => {}
  let stopWallets = () => {}

  /** What to look at, for whoever runs the site. */
  const detail = () => (trouble === 'blocked' ? `frame-src ${origin}` : origin)

  const draw = () => {
    // What has no size from the beginning is not observed to change.
    closeIfHidden()
    const texts = host.texts()
    if (isReady) shown.uncover(texts)
    else if (trouble) shown.fail(texts, texts[trouble], detail())
    else shown.wait(texts)
  }

  const turn = (now: typeof trouble, ready = false) => {
    clearTimeout(answerTimer)
    trouble = now
    isReady = ready
    host.turned(ready ? 'ready' : now ? 'error' : 'loading')
    draw()
  }

  /** Nobody looks for wallets before the page asks for them. */
  const serveWallets = async (nonce: string) => {
    const { contentWindow } = frame
    const { serveFrame } = await import('./wallet-bridge-host.ts')
    stopWallets()
    if (contentWindow && contentWindow === frame.contentWindow) stopWallets = serveFrame(contentWindow, origin, nonce)
  }

  const load = () => {
    stopWallets()
    frame = shown.load(source, name)
    turn(null)
    answerTimer = setTimeout(() => turn('unanswered'), host.patienceMs)
  }

  const hide = () => {
    leaveKeyboard()
    stopWallets()
    shown?.dialog.remove()
  }

  const show = () => {
    hide()
    shown = createWindow({ close: host.closed, retry: load })
    const { dialog } = shown
    dialog.oncancel = (event) => {
      event.preventDefault()
      host.leaveRequested()
    }
    // The browser may close a dialog by itself.
    dialog.onclose = () => dialog.isConnected && host.closed()
    dialog.onclick = ({ target }) => target === dialog && host.leaveRequested()
    host.root.appendChild(dialog)
    leaveKeyboard = stayAboveKeyboard(dialog)
    load()
    if (host.isInline) dialog.open = true
    else dialog.showModal()
    new ResizeObserver(closeIfHidden).observe(dialog)
  }

  /** A modal dialog that is not shown where it stands would leave the page around it dead, and nobody could close it. */
  const closeIfHidden = () => {
    if (!shown.dialog.matches(':modal') || shown.dialog.getClientRects().length > 0) return
    console.warn('<transfer-link> is not displayed.')
    host.closed()
  }

  const channel: LinkChannel<SiteMessage> = openChannel<FrameMessage, SiteMessage>({
    peer: () => frame.contentWindow,
    origin,
    read: readFrameMessage,
    receive(message) {
      if (isClosed) return void (message.type === 'loaded' && endSession())
      // Without it the page goes on by itself.
      if (message.type === 'walletBridge') return void serveWallets(message.nonce).catch(() => {})
      if (message.type === 'loaded') {
        if (message.link && new URL(message.link).origin === origin) source = message.link
        turn(null, true)
        if (!host.isInline) frame.focus()
      }
      host.receive(message)
    },
  })

  const end = () => {
    channel.close()
    hide()
  }
  const endSession = () => {
    channel.send({ type: 'closed' })
    setTimeout(end, goodbyeMs)
  }

  /** The site's own policy keeps the frame out: its browser says so at once. */
  const notePolicy = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (isReady || disposition !== 'enforce' || effectiveDirective !== 'frame-src') return
    if (blockedURI.startsWith(origin)) turn('blocked')
  }
  document.addEventListener('securitypolicyviolation', notePolicy)
  show()

  return {
    send: channel.send,
    focus: (options) => frame.focus(options),
    draw,
    show,
    isReady: () => isReady,
    problem() {
      const texts = host.texts()
      return trouble ? `${texts.silentTitle}. ${texts[trouble]} ${detail()}` : undefined
    },
    close(leftAt) {
      document.removeEventListener('securitypolicyviolation', notePolicy)
      clearTimeout(answerTimer)
      const { dialog } = shown
      const isThere = isReady && dialog.isConnected
      if (leftAt || !(isThere || source !== address)) return end()
      isClosed = true
      dialog.onclose = null
      dialog.close()
      if (isThere) return endSession()
      // The frame went with its element, or is loading: its page resumes in a new one, only to end the session.
      hide()
      frame = shown.load(source, name)
      document.body.append(dialog)
      setTimeout(end, host.patienceMs)
    },
  }
}
