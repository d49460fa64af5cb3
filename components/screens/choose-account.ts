import { css, html, isServer, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { findIntegrations } from '../flow/find-integrations.ts'
import type { Integration } from '../flow/link-responses.ts'
import { checkIcon, lockIcon, searchIcon } from '../ui/icons.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { moveAmongRows } from '../ui/move-among-rows.ts'
import { scrollToOpened } from '../ui/scroll-to-opened.ts'
import { skeletonRows } from '../ui/skeleton-rows.ts'
import { connectedAccount } from './connected-account.ts'
import { addressRow, box, heading, page } from './layout.ts'
import { providerNote, providerStyles } from './provider-note.ts'
import { Screen } from './screen.ts'
import { boxStyles, frameStyles } from './screen-styles.ts'

/** The user chooses where to send from. */
export class ChooseAccountScreen extends Screen<'choose-account'> {
  static override properties = { ...Screen.properties, query: { state: true } }
  static override styles = [
    ...frameStyles,
    boxStyles,
    providerStyles,
    css`
      .none { padding: 24px 0; color: var(--muted); text-align: center }
      .promises { margin-top: 8px }
      .promises summary { justify-content: center }
      .promises li { display: flex; gap: 10px; font-size: 0.875rem; padding: 4px 0 }
      .promises li svg { color: var(--success); margin-top: 3px }
      .promises dl { margin: 8px 0 }
    `,
  ]

  declare private query: string
  /** The search that was typed while this code was loading, into the screen that the server rendered. */
  private typedEarly = ''

  constructor() {
    super()
    this.query = ''
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot()
    if (!isServer) this.typedEarly = root.querySelector('input')?.value ?? ''
    return root
  }

  protected override firstUpdated() {
    this.query = this.typedEarly
  }

  protected override render() {
    const { context } = this.state
    const { session, integrations } = context
    const words = this.texts.chooseAccount
    return html`<div class="keys" @keydown=${moveAmongRows}>${page(
      [
        session.transfersEnabled
          ? heading(words.title, words.lead)
          : heading(words.connectTitle, words.connectLead(this.app)),
        html`<label class="field">${searchIcon}<span class="sr">${words.search}</span>
          <input type="search" placeholder=${words.search} autocomplete="off" spellcheck="false" enterkeyhint="search"
            .value=${this.query} @input=${this.search} /></label>`,
        connectedAccount(this, context),
        integrations === null ? skeletonRows(this.texts.common.loading) : this.list(integrations),
        this.promises(),
      ],
      [
        html`<p class="note">${lockIcon}${session.transfersEnabled ? words.consent(this.app) : words.connectConsent(this.app)}</p>`,
        providerNote(this.texts, session.provider),
      ],
    )}</div>`
  }

  private search({ target }: InputEvent) {
    this.query = (target as HTMLInputElement).value
  }

  private list(integrations: Integration[]) {
    const words = this.texts.chooseAccount
    const { recent } = this.state.context
    const found = findIntegrations(integrations, this.query, this.texts.wallets.byLink)
    const isRecent = ({ type }: Integration) => this.query === '' && recent.includes(type)
    const used = found.filter(isRecent).sort((one, other) => recent.indexOf(one.type) - recent.indexOf(other.type))
    const others = found.filter((each) => !isRecent(each))
    return html`<p class="sr" role="status">${this.query === '' ? '' : words.found(found.length)}</p>
      ${found.length === 0 ? html`<p class="none">${words.none(this.query)}</p>` : nothing}
      ${this.section(words.recent, used, words.usedBefore)}
      ${this.section(
        words.exchanges,
        others.filter(({ kind }) => kind === 'exchange'),
      )}
      ${this.section(
        words.wallets,
        others.filter(({ kind }) => kind === 'wallet'),
      )}`
  }

  private section(title: string, integrations: Integration[], badge = '') {
    if (integrations.length === 0) return nothing
    return html`<h2>${title}</h2><ul class="rows">${repeat(
      integrations,
      ({ type }) => type,
      (each) => html`<li>${this.row(each, badge)}</li>`,
    )}</ul>`
  }

  private row({ type, name, status, transfers, color, logo, auth }: Integration, badge: string) {
    const words = this.texts.chooseAccount
    const isDown = status === 'down'
    const [mood, pill] = isDown ? ['', words.down] : status === 'degraded' ? ['warn', words.degraded] : ['ok', badge]
    return html`<button type="button" class="row" aria-disabled=${isDown}
      @click=${() => this.send({ type: 'integrationChosen', integrationType: type })}>
      ${letterDisc(isDown ? { letter: name, color: '#9aa3af' } : { letter: name, color, logo }, 'square')}
      <span class="mid"><b>${name}</b><small>${isDown ? words.downReason : transfers ? words.schemes[auth.scheme] : words.noTransfers}</small></span>
      ${pill === '' ? nothing : html`<span class="pill ${mood}">${pill}</span>`}
    </button>`
  }

  /** The details of what will happen and what will not. */
  private promises() {
    const words = this.texts.chooseAccount
    const { transfersEnabled, destinations } = this.state.context.session
    const sentences = [words.reads(this.app), transfersEnabled ? words.acts : words.sendsNothing, words.keeps(this.app)]
    const receivers = new Map(destinations.map((each) => [each.address, { ...each, toAddress: each.address }]))
    const rows = receivers.size > 3 ? [] : [...receivers.values()].map((each) => addressRow(this, each))
    const toggle = ({ target }: Event) => scrollToOpened(target as HTMLDetailsElement)
    return html`<details class="promises" @toggle=${toggle}><summary>${words.how}</summary>
      <ul>${sentences.map((sentence) => html`<li>${checkIcon}<span>${sentence}</span></li>`)}</ul>
      ${rows.length === 0 ? nothing : box(...rows)}</details>`
  }
}

customElements.define('choose-account-screen', ChooseAccountScreen)

declare global {
  interface HTMLElementTagNameMap {
    'choose-account-screen': ChooseAccountScreen
  }
}
