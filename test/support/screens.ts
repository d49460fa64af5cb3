// Every screen in its own page, without a server: the built hosted page is served from the disk, and shows whatever state
// it is given.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { projectRoot } from '../../scripts/command.ts'
import { dearerPreview, integration, preview, states } from '../components/samples.ts'

const folder = join(projectRoot, 'server/dist/hosted')
const address = 'http://screens.test/'

const facts = { requestId: 'req_1', message: '' }
const keyFields = [
  { name: 'apiKey', label: 'API key' },
  { name: 'apiSecret', label: 'Private key', secret: true },
]

/** States with content that is not always there; other tests refer to them by name. */
const variants = {
  'sign-in (by key)': {
    ...states['sign-in'],
    integration: {
      ...integration,
      name: 'Kraken',
      auth: {
        scheme: 'apiKey',
        fields: keyFields,
        keysUrl: 'https://exchange.example/keys',
        serverAddresses: ['203.0.113.7'],
      },
    },
  },
  'enter-code (wrong)': {
    ...states['enter-code'],
    problem: { ...facts, httpStatus: 422, errorType: 'codeWrong', errorData: { attemptsLeft: 4 } },
  },
  'enter-amount (many digits)': {
    ...states['enter-amount'],
    draft: { ...states['enter-amount'].draft, typed: '12345678.901234567890123456' },
  },
  'review-transfer (changed)': {
    ...states['review-transfer'],
    quote: { preview: dearerPreview, receivedAtMs: 0 },
    changedFrom: preview,
  },
  'show-problem (verification)': {
    ...states['show-problem'],
    problem: {
      ...facts,
      httpStatus: 422,
      errorType: 'kycRequired',
      errorData: { name: 'Sandbox Exchange', url: 'http://exchange.test/verification' },
    },
  },
} satisfies Record<string, FlowState>

const screens = { ...states, ...variants }
type ScreenName = keyof typeof screens

/** Shown with an open list of networks. */
const withOpenList = new Set<ScreenName>(['enter-amount (many digits)'])

/** The screens as a user meets them: one for each state with its own appearance. */
export const screenNames = (Object.keys(screens) as ScreenName[]).filter(
  (name) => !/sending|checking|opening a/.test(name),
)

export interface ScreenOptions {
  language?: string
  direction?: 'ltr' | 'rtl'
  theme?: 'light' | 'dark'
  /** The font size that the user has chosen in the browser. 32 is 200 %. */
  fontSize?: number
}

/** The screens as a user with large text, and one who reads from right to left, have them. */
export const largeText: ScreenOptions = { fontSize: 32 }
export const arabic: ScreenOptions = { language: 'ar', direction: 'rtl' }

/** Opens the hosted page with all of its code loaded, and its texts in one language. */
export async function openScreens(
  page: Page,
  { language = 'en', direction = 'ltr', theme, fontSize }: ScreenOptions = {},
) {
  if (fontSize) {
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
  }
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${direction}"${theme ? ` data-theme="${theme}"` : ''}`)
    .replace('<!--scripts-->', `<script type="module" src="/link-assets/${startFile()}"></script>`)
  await page.route(`${address}**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    const path = join(folder, pathname.replace('/link-assets/', ''))
    const contentType = pathname.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript'
    if (pathname.startsWith('/link-assets/')) return route.fulfill({ contentType, path })
    return route.fulfill({ status: 503, body: '' })
  })
  await page.goto(address)
  await page.waitForFunction(() => document.querySelector('transfer-link')?.shadowRoot?.querySelector('.card'))
  // This page has no link, so it ends on the screen about that.
  await page.waitForFunction(() => {
    const step = document.querySelector('transfer-link')?.shadowRoot?.querySelector('link-ended-screen')
    return step?.shadowRoot?.querySelector('.sign') != null
  })
}

function startFile(): string {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  return manifest['start.ts'].file
}

/** Shows the screen of a state, as it is once it has faded in. */
export async function showScreen(page: Page, name: ScreenName) {
  const input = { shown: JSON.stringify(screens[name]), isOpen: withOpenList.has(name) }
  await page.evaluate(async ({ shown, isOpen }) => {
    const element = document.querySelector('transfer-link') as unknown as {
      view: { show(state: unknown, canGoBack: boolean): void }
      current: unknown
      updateComplete: Promise<unknown>
      shadowRoot: ShadowRoot
    }
    // The app's name comes with its session; no link is open here.
    Object.defineProperty(element, 'appName', { value: 'Northwind', configurable: true })
    const now = performance.now()
    const state = JSON.parse(shown, (key, value) => (key === 'receivedAtMs' ? now : value))
    const isEnd = /^(opening|left|link-ended|choose-account|pending-transfer|account-connected|t)/.test(state.at)
    element.view.show(state, !isEnd || state.at === 'transfer-code')
    // The screen may have to be loaded.
    while (element.current !== state) await new Promise((resolve) => requestAnimationFrame(resolve))
    await element.updateComplete
    // Whether the list of networks is open is known to the screen alone.
    const amountScreen = element.shadowRoot.querySelector('enter-amount-screen')
    if (amountScreen) Object.assign(amountScreen, { isOpen })
    const roots = [
      element.shadowRoot,
      ...[...element.shadowRoot.querySelectorAll('*')].flatMap((each) => each.shadowRoot ?? []),
    ]
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = roots
      .flatMap((root) => root.getAnimations())
      .filter((each) => each.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    for (const each of ending) each.finish()
  }, input)
}
