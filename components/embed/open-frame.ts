// One opening of a link on a site's page: the dialog around the hosted page, the messages to and from that page, and the error
// when the page does not load.

import { type LinkChannel, openChannel } from '../protocol/link-channel.ts'
import { type FlowMessage, type FrameMessage, readFrameMessage, type SiteMessage } from '../protocol/link-messages.ts'
import type { ShellTexts } from '../texts/shell-texts.ts'
import { createWindow, type ShellWindow } from '../ui/shell-window.ts'

export interface FrameHost {
  root: Node
  isInline: boolean
  /** After this time without a message from the hosted page, the dialog shows an error. */
  patienceMs: number
  texts(): ShellTexts
  receive(message: FlowMessage): void
  /** The page is ready, is loading, or could not be opened. */
  turned(state: 'ready' | 'loading' | 'error'): void
  /** The user wants to leave. */
  leaveRequested(): void
  /** The dialog was closed, or has to be. */
  closed(): void
}

export interface OpenFrame {
  send(message: SiteMessage): void
  focus(options?: FocusOptions): void
  /** Renders again with the current texts. */
  draw(): void
  /** Creates the dialog at the host's place in the DOM. A frame does not survive a move, but the session does. */
  show(): void
  isReady(): boolean
  /** Why the page could not be opened: a sentence. */
  problem(): string | undefined
  /**
   * `leftAt` is the screen where the user left through the hosted page, which ends its session. Otherwise the page ends it first,
   * hidden. So does a page that is still opening its link. A link whose page was not loaded has no session to end.
   */
  close(leftAt?: string): void
}

/** How long the page of a closed link may take to end its session. */
const goodbyeMs = 500

/** How long a page that was loaded may take to open its link. A later message still uncovers the page. */
const answerMs = 3_000

export function openFrame(address: string, host: FrameHost): OpenFrame {
  const { origin } = new URL(address)
  /** Identifies a retry of the same opening to the page: the code in the URL is spent by then. */
  const name = `transfer-link ${Math.random()}`
  let source = address
  let shown: ShellWindow
  let frame: HTMLIFrameElement
  let isReady = false
  /** Whether the first screen can be seen, while the link is being opened. */
  let isVisible = false
  /** Whether a page was loaded, which opens the link on the server. */
  let wasLoaded = false
  let isClosed = false
  let trouble: 'blocked' | 'unanswered' | null = null
  let responseTimer: ReturnType<typeof setTimeout> | undefined
  let leaveKeyboard = () => {}
  let stopWallets = () => {}

  /** What the site's developer has to check: the directive, or the server and the callback URL of the client. */
  const detail = () => (trouble === 'blocked' ? `frame-src ${origin}` : `${origin} (callback URL ${location.origin}/)`)

  const draw = () => {
    // ResizeObserver reports no change for an element that never had a size.
    closeIfHidden()
    const texts = host.texts()
    if (trouble) shown.fail(texts, texts[trouble], detail())
    else if (isReady || isVisible) shown.uncover(texts)
    else shown.wait(texts)
  }

  const turn = (now: typeof trouble, ready = false) => {
    clearTimeout(responseTimer)
    trouble = now
    isReady = ready
    if (now) import('./warn-developer.ts').then(({ warnAboutPage }) => warnAboutPage(now, origin))
    host.turned(ready ? 'ready' : now ? 'error' : 'loading')
    draw()
  }

  const waitForPage = (ms: number) => {
    clearTimeout(responseTimer)
    if (!isReady) responseTimer = setTimeout(() => turn('unanswered'), ms)
  }

  /** Wallet discovery starts when the page requests it. */
  const serveWallets = async (nonce: string) => {
    const { contentWindow } = frame
    const { serveFrame } = await import('./wallet-bridge-host.ts')
    stopWallets()
    if (contentWindow && contentWindow === frame.contentWindow) stopWallets = serveFrame(contentWindow, origin, nonce)
  }

  const load = () => {
    stopWallets()
    frame = shown.load(source, name)
    isVisible = false
    turn(null)
    waitForPage(host.patienceMs)
    // A browser also loads the error page of a site that may not embed the page. The hosted page opens its link soon after.
    frame.onload = () => {
      wasLoaded = true
      if (!(isReady || isVisible || trouble)) waitForPage(Math.min(host.patienceMs, answerMs))
    }
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
    // The browser may close a dialog without an action of ours.
    dialog.onclose = () => dialog.isConnected && host.closed()
    dialog.onclick = ({ target }) => target === dialog && host.leaveRequested()
    host.root.appendChild(dialog)
    void avoidKeyboard(dialog)
    load()
    if (host.isInline) dialog.open = true
    else dialog.showModal()
    new ResizeObserver(closeIfHidden).observe(dialog)
  }

  /** Loaded later: the first field is on a screen of the hosted page. */
  const avoidKeyboard = async (dialog: HTMLDialogElement) => {
    const { stayAboveKeyboard } = await import('../ui/above-keyboard.ts')
    if (dialog.isConnected) leaveKeyboard = stayAboveKeyboard(dialog)
  }

  /** A modal dialog that is not displayed blocks the page around it, and the user cannot close it. */
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
      wasLoaded = true
      if (isClosed) return void (message.type === 'loaded' && endSession())
      // If this fails, the hosted page looks for wallets in its own window.
      if (message.type === 'walletBridge') return void serveWallets(message.nonce).catch(() => {})
      if (message.type === 'firstScreenVisible') {
        isVisible = true
        turn(null, isReady)
        return waitForPage(host.patienceMs)
      }
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

  /** Reports at once if the site's content security policy blocks the frame. */
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
      clearTimeout(responseTimer)
      const { dialog } = shown
      if (!wasLoaded || (leftAt && isReady)) return end()
      isClosed = true
      frame.onload = dialog.onclose = null
      dialog.close()
      if (!dialog.isConnected || !(isReady || source === address)) {
        // The frame was removed with its element, or is loading. The page resumes in a new frame to end the session.
        hide()
        frame = shown.load(source, name)
        document.body.append(dialog)
      } else if (isReady) return endSession()
      // A page that is opening its link ends the session once the server has responded.
      setTimeout(end, host.patienceMs)
    },
  }
}
