// Whether the sandbox runs, and at which address. The page says what to do while it does not, and notices by itself when it starts.
import { find } from './find.ts'
import { isLoopback, loadElement, readPlaygroundOrigin, readSandboxAddress } from './sandbox-requests.ts'

type Mode = 'checking' | 'ready' | 'notRunning' | 'otherOrigin'

const againMs = 2_000
const savedAddress = 'playground-server'

interface SandboxStatusHost {
  /** The element is loaded, and links can be requested. */
  ready(): void
  addressChanged(): void
}

export interface SandboxStatus {
  /** The origin of the sandbox. */
  server(): string
  isReady(): boolean
  /** Again and again until the sandbox responds. A later call replaces an earlier one. */
  check(): Promise<void>
}

export function sandboxStatus(root: HTMLElement, { ready, addressChanged }: SandboxStatusHost): SandboxStatus {
  const address = find<HTMLInputElement>(root, '[data-address]')
  let server = readSandboxAddress(localStorage.getItem(savedAddress) ?? '') ?? address.value
  let checks = 0

  const show = (mode: Mode) => {
    root.dataset.mode = mode
    for (const part of root.querySelectorAll<HTMLElement>('[data-in-mode]')) part.hidden = part.dataset.inMode !== mode
  }

  const showOtherOrigin = (url: string) => {
    const link = find<HTMLAnchorElement>(root, '[data-other-origin]')
    link.href = link.textContent = url
    show('otherOrigin')
  }

  const check = async () => {
    // A published site cannot reach a sandbox. The page links to the local site.
    if (!isLoopback(location.hostname)) return show('otherOrigin')
    const current = ++checks
    try {
      const origin = await readPlaygroundOrigin(server)
      if (current !== checks) return
      if (origin !== location.origin) return showOtherOrigin(origin + location.pathname)
      await loadElement(server)
      if (current !== checks) return
      show('ready')
      ready()
    } catch {
      if (current !== checks) return
      show('notRunning')
      setTimeout(() => current === checks && whenVisible(check), againMs)
    }
  }

  address.value = server
  address.addEventListener('change', () => {
    const origin = readSandboxAddress(address.value)
    address.ariaInvalid = String(origin === null)
    if (origin === null) return
    server = address.value = origin
    localStorage.setItem(savedAddress, origin)
    show('checking')
    addressChanged()
    void check()
  })
  find(root, '[data-again]').addEventListener('click', check)

  return { server: () => server, isReady: () => root.dataset.mode === 'ready', check }
}

function whenVisible(act: () => void): void {
  if (document.visibilityState === 'visible') act()
  else document.addEventListener('visibilitychange', () => whenVisible(act), { once: true })
}
