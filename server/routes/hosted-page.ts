// The hosted transfer UI behind a link's URLs. Only the link's registered origin may embed it. Loading the page does not
// spend the auth_code: the page's script does, so a prefetch does not use up the link.
//
// The HTML contains what the first screen shows, and names the files with its scripts and texts. It contains nothing specific to one
// link.

import type { Hono } from 'hono'
import { clientById } from '../clients/clients.ts'
import { isUuid } from '../contract/ids.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { fileSender, pageSender } from '../http/send-static.ts'
import { peekAtLink } from '../links/links.ts'
import { pendingTransferOf } from '../transfers/transfer-list.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import { chooseLanguage, directionOf } from './hosted-language.ts'
import { integrationsToLink } from './link/integrations-to-link.ts'
import { hashSource, pagePolicy } from './page-policy.ts'
import type { RouteDeps } from './route-deps.ts'
import { readThemeParams } from './theme-params.ts'

type Peeked = Awaited<ReturnType<typeof peekAtLink>>

export function mountHostedPage(app: Hono<AppEnv>, deps: RouteDeps): void {
  const readPage = builtPage(deps)
  const sendFile = fileSender(deps)
  const sendPage = pageSender()
  const page = async (context: AppContext) => {
    const peeked = await peek(deps, context)
    const built = await readPage()
    const filling = await fillingOf(deps, context, { peeked, languages: built.languages })
    const styles = [built.style + filling.themeStyle, ...filling.styles]
    const sources = { scripts: built.scriptSources, styles: styles.map(hashSource) }
    context.header('Content-Security-Policy', pagePolicy(sources, filling.origin))
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // For a full page: the site that opened it cannot control its window. Frames ignore this header.
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
    // A site that isolates itself may frame only pages that isolate themselves, too.
    context.header('Cross-Origin-Embedder-Policy', 'require-corp')
    context.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    context.header('Cache-Control', 'no-store')
    return sendPage(context, fillPage(built, filling))
  }
  app.get('/b2b-iframe/:clientId/broker-connect', page)
  app.get('/:clientId/broker-connect', page)

  app.get('/link-assets/:path{.+}', async (context) => {
    const path = context.req.param('path')
    // An icon has no hash in its name.
    const isHashed = !path.startsWith('icons/')
    context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=604800')
    return sendFile(context, await deps.hosted.asset(path))
  })
}

async function peek(deps: RouteDeps, context: AppContext): Promise<Peeked> {
  const authCode = context.req.query('auth_code')
  if (authCode !== undefined) {
    const found = await peekAtLink(deps, { authCode })
    const isOfClient = found?.link.clientId === context.req.param('clientId')?.toLowerCase()
    return found && { ...found, canBeOpened: found.canBeOpened && isOfClient }
  }
  const linkId = context.req.query('link')
  return linkId !== undefined && isUuid(linkId) ? peekAtLink(deps, { linkId: linkId.toLowerCase() }) : null
}

interface Filling {
  language: string
  locale: string
  theme: string | null
  /** Whether the page fills a window instead of a frame. */
  isFullPage: boolean
  /** Rules that complete the page's style: the link's theme. */
  themeStyle: string
  initialData: Awaited<ReturnType<typeof readInitialData>>
  /** The first screen as HTML, visible before any script runs. */
  firstScreen: string
  /** The texts of the styles in it. */
  styles: readonly string[]
  /** The app that created a link which can no longer be opened, '' otherwise. */
  app: string
  origin: string | null
}

async function fillingOf(
  deps: RouteDeps,
  context: AppContext,
  { peeked, languages }: { peeked: Peeked; languages: string[] },
): Promise<Filling> {
  const acceptLanguage = context.req.header('accept-language')
  const { language, locale } = chooseLanguage(languages, context.req.query('lng'), acceptLanguage)
  const [renderer, initialData] = await Promise.all([deps.hosted.renderer(), readInitialData(deps, peeked)])
  const { theme, properties } = readThemeParams(context.req.query())
  const tokens = properties.map(([name, value]) => `${name}:${value}`).join(';')
  return {
    language,
    locale,
    theme,
    isFullPage: !isFramed(context),
    themeStyle: tokens === '' ? '' : `:root{${tokens}}`,
    initialData,
    firstScreen: await renderer.renderFirstScreen({ language, locale, data: initialData }),
    styles: renderer.styles,
    app: peeked === null || peeked.canBeOpened ? '' : await appOf(deps, peeked.link.clientId),
    origin: peeked?.link.origin || null,
  }
}

/** Browsers send no Sec-Fetch-Dest over HTTP, except to localhost. There the URL's path decides. */
function isFramed({ req }: AppContext): boolean {
  return (req.header('sec-fetch-dest') ?? (req.path.startsWith('/b2b-iframe/') ? 'iframe' : 'document')) === 'iframe'
}

function fillPage({ html, scriptsFor }: BuiltPage, filling: Filling): string {
  const { language, locale, theme, isFullPage, themeStyle, initialData, firstScreen, app, origin } = filling
  const json = JSON.stringify(initialData).replaceAll('<', '\\u003c')
  const appName = app && `<meta name="application-name" content="${escapeHtml(app)}">`
  return html
    .replace('lang="en" dir="ltr"', `lang="${locale}" dir="${directionOf(language)}"`)
    .replace('<html ', theme === null ? '<html ' : `<html data-theme="${theme}" `)
    .replace('<html ', isFullPage ? '<html class="page" ' : '<html ')
    .replace('</style>', () => `${themeStyle}</style>`)
    .replace('{{origin}}', () => escapeHtml(origin ?? ''))
    .replace('<title>', () => `${appName}<title>`)
    .replace('<!--initial-data-->', () => `<script type="application/json" id="initial-data">${json}</script>`)
    .replace('<!--scripts-->', scriptsFor(language))
    .replace('<transfer-link></transfer-link>', () => firstScreen)
}

/** A link that has ended still names its app. */
async function appOf({ database }: RouteDeps, clientId: string): Promise<string> {
  return (await clientById(database.query, clientId))?.name ?? ''
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/**
 * The data of the first screen, for a link that begins with the choice of an account. Null for any other link. The data is the
 * same for every user of the app.
 */
async function readInitialData(deps: RouteDeps, peeked: Peeked) {
  if (peeked === null || !peeked.canBeOpened) return null
  const { link } = peeked
  if (link.fromAccountId !== null || link.fromType === selfCustodyType) return null
  const { query } = deps.database
  if (link.transfersEnabled && (await pendingTransferOf(query, link.clientId, link.userId)) !== null) return null
  return {
    app: await appOf(deps, link.clientId),
    provider: deps.provider,
    transfersEnabled: link.transfersEnabled,
    integrations: await integrationsToLink(deps, link),
  }
}
