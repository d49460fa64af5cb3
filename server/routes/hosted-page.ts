// The hosted transfer UI behind a link's URLs. Only the link's registered origin may embed it. Loading the page does not
// spend the auth_code: the page's script does, so a prefetch burns nothing.
//
// Script, texts and what the first screen shows stand in the HTML. It holds nothing of one link alone, so that the same
// compressed bytes serve many, but for the nonce that says what may run in it, which the compressor fills in.

import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { clientById } from '../clients/clients.ts'
import { isUuid } from '../contract/ids.ts'
import { selfCustodyType } from '../exchanges/registry.ts'
import { compressor } from '../http/compress.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { peekAtLink } from '../links/links.ts'
import { pendingTransferOf } from '../transfers/transfer-list.ts'
import { chooseLanguage, directionOf } from './hosted-language.ts'
import { integrationsToLink } from './link/integrations-to-link.ts'
import type { RouteDeps } from './route-deps.ts'
import { sendBuilt, sendFile } from './send-static.ts'
import { readThemeParams } from './theme-params.ts'

/** Stands where each answer has its nonce. */
const nonceMark = newNonce()

type Peeked = Awaited<ReturnType<typeof peekAtLink>>

export function mountHostedPage(app: Hono<AppEnv>, deps: RouteDeps): void {
  const small = compressor()
  // No theme of a caller's own making keeps the files from being compressed.
  const smallFiles = compressor()
  const page = async (context: AppContext) => {
    const peeked = await peek(deps, context)
    const origin = peeked?.link.origin || null
    const html = await fillPage(deps, context, peeked)
    const nonce = newNonce()
    context.header('Content-Security-Policy', pagePolicy(nonce, origin))
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // As a full page: the site that opened it cannot steer its window. Frames ignore this.
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
    // A site that isolates itself may frame only what isolates itself, too.
    context.header('Cross-Origin-Embedder-Policy', 'require-corp')
    context.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    context.header('Cache-Control', 'no-store')
    return sendBuilt(context, small, html, 'text/html; charset=utf-8', { mark: nonceMark, text: nonce })
  }
  app.get('/b2b-iframe/:clientId/broker-connect', page)
  app.get('/:clientId/broker-connect', page)

  app.get('/link-assets/:path{.+}', async (context) => {
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    return sendFile(context, smallFiles, await deps.hosted.asset(context.req.param('path')))
  })
}

function peek(deps: RouteDeps, context: AppContext): Promise<Peeked> | null {
  const authCode = context.req.query('auth_code')
  if (authCode !== undefined) return peekAtLink(deps, { authCode })
  const linkId = context.req.query('link')
  return linkId !== undefined && isUuid(linkId) ? peekAtLink(deps, { linkId: linkId.toLowerCase() }) : null
}

async function fillPage(deps: RouteDeps, context: AppContext, peeked: Peeked): Promise<string> {
  const { hosted } = deps
  const had = await hosted.languages()
  const { language, locale } = chooseLanguage(had, context.req.query('lng'), context.req.header('accept-language'))
  const { heading, wallet } = had.includes(language) ? await hosted.words(language) : { heading: '', wallet: '' }
  const [page, texts, firstLook] = await Promise.all([
    hosted.page(),
    had.includes(language) ? hosted.texts(language) : '',
    firstLookAt(deps, peeked, wallet),
  ])
  const { theme, properties } = readThemeParams(context.req.query())
  const tokens = properties.map(([name, value]) => `${name}:${value}`).join(';')
  const json = JSON.stringify(firstLook).replaceAll('<', '\\u003c')
  const nonce = `nonce="${nonceMark}"`
  const app = peeked === null || peeked.canBeOpened ? '' : await appOf(deps, peeked.link.clientId)
  const nameOf = app && `<meta name="application-name" content="${escapeHtml(app)}">`
  return page
    .replace('<style>', `<style ${nonce}>`)
    .replace('<link rel="modulepreload"', `<link ${nonce} rel="modulepreload"`)
    .replace('<script type="module">', `<script ${nonce} type="module">`)
    .replace('lang="en" dir="ltr"', `lang="${locale}" dir="${directionOf(language)}"`)
    .replace('<html ', theme === null ? '<html ' : `<html data-theme="${theme}" `)
    .replace('</style>', tokens === '' ? '</style>' : `:root{${tokens}}</style>`)
    .replace('<b></b>', () => (firstLook?.transfersEnabled ? `<b>${escapeHtml(heading)}</b>` : '<b></b>'))
    .replace('{{origin}}', () => escapeHtml(peeked?.link.origin ?? ''))
    .replace('<title>', () => `${nameOf}<title>`)
    .replace('<!--first-look-->', () => `<script type="application/json" id="first-look">${json}</script>`)
    .replace('<!--texts-->', () => `<script ${nonce}>${texts.replaceAll('</script', '<\\/script')}</script>`)
}

/** A link that has ended still says whose it was. */
async function appOf({ database }: RouteDeps, clientId: string): Promise<string> {
  return (await clientById(database.query, clientId))?.name ?? ''
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** What a link that begins with the choice of an account shows at once. All of it is the same for every user of the app. */
async function firstLookAt(deps: RouteDeps, peeked: Peeked, wallet: string) {
  if (peeked === null || !peeked.canBeOpened) return null
  const { link } = peeked
  if (link.fromAccountId !== null || link.fromType === selfCustodyType) return null
  const { query } = deps.database
  if (link.transfersEnabled && (await pendingTransferOf(query, link.clientId, link.userId)) !== null) return null
  return {
    app: await appOf(deps, link.clientId),
    transfersEnabled: link.transfersEnabled,
    integrations: (await integrationsToLink(deps, link)).map((each) =>
      each.kind === 'wallet' ? { ...each, name: wallet || each.name } : each,
    ),
  }
}

/** What the server itself wrote into the page may run, and load what belongs to it. */
function pagePolicy(nonce: string, origin: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}

/** Some 140 bits and the end that the compressor wants, nothing that would have to be escaped. */
function newNonce(): string {
  return `${randomBytes(18).toString('base64').replaceAll(/[+/]/g, 'x')}00`
}
