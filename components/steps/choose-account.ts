import { html, nothing } from 'lit'
import type { ChooseAccount } from '../flow/flow-state.ts'
import type { Integration, Session } from '../flow/link-answers.ts'
import { lockIcon, searchIcon } from '../parts/icons.ts'
import { letterDisc } from '../parts/letter-disc.ts'
import { skeletonRows } from '../parts/skeleton-rows.ts'
import { texts } from '../texts/texts.ts'
import { alert, heading, page, type Screen } from './screen.ts'

/** What the screen can do without at first: it comes with the rest of the flow. */
export interface AccountHelp {
  find(integrations: Integration[], query: string): Integration[]
  move(event: KeyboardEvent): void
  promises(session: Session, app: string): unknown
}

/** The user says where the assets are. */
export function chooseAccount(flow: ChooseAccount, screen: Screen, help: AccountHelp | null = null) {
  const { known, notice } = flow
  const { session, integrations, recent } = known
  const words = texts.chooseAccount
  const { query = '' } = screen.own
  return html`<div @keydown=${help?.move}>${page(
    [
      session.transfersEnabled
        ? heading(words.title, words.lead)
        : heading(words.connectTitle, words.connectLead(screen.app)),
      notice === null ? nothing : alert('warn', words.connectWallet),
      html`<label class="field">${searchIcon}<span class="sr">${words.search}</span>
        <input type="search" placeholder=${words.search} autocomplete="off" spellcheck="false" enterkeyhint="search"
          .value=${query} @input=${(event: InputEvent) => screen.set({ query: (event.target as HTMLInputElement).value })} /></label>`,
      integrations === null
        ? skeletonRows(texts.common.loading)
        : list(help?.find(integrations, query) ?? integrations, recent, screen),
    ],
    html`<p class="note">${lockIcon}${session.transfersEnabled ? words.consent(screen.app) : words.connectConsent(screen.app)}</p>
      ${help?.promises(session, screen.app)}`,
  )}</div>`
}

function list(found: Integration[], recent: string[], screen: Screen) {
  const words = texts.chooseAccount
  const { query = '' } = screen.own
  const isRecent = ({ type }: Integration) => query === '' && recent.includes(type)
  const others = found.filter((each) => !isRecent(each))
  const used = found.filter(isRecent).sort((one, other) => recent.indexOf(one.type) - recent.indexOf(other.type))
  return html`<p class="sr" role="status">${query === '' ? '' : words.found(found.length)}</p>
    ${found.length === 0 ? html`<p class="none">${words.none(query)}</p>` : nothing}
    ${section(words.recent, used, screen, words.usedBefore)}
    ${section(
      words.exchanges,
      others.filter(({ kind }) => kind === 'exchange'),
      screen,
    )}
    ${section(
      words.wallets,
      others.filter(({ kind }) => kind === 'wallet'),
      screen,
    )}`
}

function section(title: string, integrations: Integration[], screen: Screen, badge = '') {
  if (integrations.length === 0) return nothing
  return html`<h2>${title}</h2><ul class="rows">${integrations.map((each) => html`<li>${row(each, screen, badge)}</li>`)}</ul>`
}

function row({ type, name, status, transfers, color, auth }: Integration, { send }: Screen, badge: string) {
  const words = texts.chooseAccount
  const isDown = status === 'down'
  const [mood, pill] = isDown ? ['', words.down] : status === 'degraded' ? ['warn', words.degraded] : ['ok', badge]
  return html`<button type="button" class="row" aria-disabled=${isDown}
    @click=${() => send({ type: 'integrationChosen', integrationType: type })}>
    ${letterDisc({ letter: name, color: isDown ? '#9aa3af' : color }, 'square')}
    <span class="mid"><b>${name}</b><small>${isDown ? words.downReason : transfers ? words.schemes[auth.scheme] : words.noTransfers}</small></span>
    ${pill === '' ? nothing : html`<span class="pill ${mood}">${pill}</span>`}
  </button>`
}
