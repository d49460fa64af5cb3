import { html, nothing } from 'lit'
import type { ChooseAccount } from '../flow/flow-state.ts'
import type { Integration } from '../flow/link-responses.ts'
import { texts } from '../texts/texts.ts'
import { lockIcon, searchIcon } from '../ui/icons.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { heading, page, type Screen } from './screen.ts'
import { templateSlots } from './template-slots.ts'

/** The user chooses where to send from. */
export function chooseAccount(flow: ChooseAccount, screen: Screen) {
  const loadDetails = () => templateSlots.promises ?? screen.send({ type: 'detailsOpened' })
  const search = (event: InputEvent) => {
    loadDetails()
    screen.set({ query: (event.target as HTMLInputElement).value })
  }
  const { context } = flow
  const { session, integrations, recent } = context
  const words = texts.chooseAccount
  const { query = '' } = screen.local
  return html`<div @keydown=${moveAmongRows}>${page(
    [
      session.transfersEnabled
        ? heading(words.title, words.lead)
        : heading(words.connectTitle, words.connectLead(screen.app)),
      html`<label class="field">${searchIcon}<span class="sr">${words.search}</span>
        <input type="search" placeholder=${words.search} autocomplete="off" spellcheck="false" enterkeyhint="search"
          .value=${query} @input=${search} /></label>`,
      (context.account || context.accounts) &&
        (templateSlots.connected?.(context, screen) ?? queueMicrotask(loadDetails)),
      integrations === null
        ? skeletonRows(texts.common.loading)
        : list(templateSlots.find?.(integrations, query) ?? integrations, recent, screen),
    ],
    html`<p class="note">${lockIcon}${session.transfersEnabled ? words.consent(screen.app) : words.connectConsent(screen.app)}</p>
      <details class="promises" @toggle=${loadDetails}><summary>${words.how}</summary>${templateSlots.promises?.(session, screen.app)}</details>`,
  )}</div>`
}

function list(found: Integration[], recent: string[], screen: Screen) {
  const words = texts.chooseAccount
  const { query = '' } = screen.local
  const isRecent = ({ type }: Integration) => query === '' && recent.includes(type)
  const others = found.filter((each) => !isRecent(each))
  const used = found.filter(isRecent).sort((one, other) => recent.indexOf(one.type) - recent.indexOf(other.type))
  return html`<p class="sr" role="status">${query === '' ? '' : words.found(found.length)}</p>
    ${found.length === 0 ? html`<p class="none">${words.none(query)}</p>` : nothing}
    ${section(screen, { title: words.recent, integrations: used, badge: words.usedBefore })}
    ${section(screen, { title: words.exchanges, integrations: others.filter(({ kind }) => kind === 'exchange') })}
    ${section(screen, { title: words.wallets, integrations: others.filter(({ kind }) => kind === 'wallet') })}`
}

function section(
  screen: Screen,
  { title, integrations, badge = '' }: { title: string; integrations: Integration[]; badge?: string },
) {
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

/** Arrow keys, Home and End move the focus between the search field and the rows. */
function moveAmongRows(event: KeyboardEvent) {
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, .row')]
  const at = stops.indexOf(event.composedPath()[0] as HTMLElement)
  const isTyping = at === 0
  const to =
    event.key === 'ArrowDown' || (isTyping && event.key === 'Enter')
      ? at + 1
      : event.key === 'ArrowUp'
        ? at - 1
        : isTyping
          ? -1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? stops.length - 1
              : -1
  if (at < 0 || !stops[to]) return
  event.preventDefault()
  stops[to].focus()
}
