import { css, html, nothing } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import { findIntegrations } from '../flow/find-integrations.ts'
import type { ChooseAccount } from '../flow/flow-state.ts'
import type { Integration } from '../flow/link-answers.ts'
import { alertIcon, lockIcon, searchIcon } from '../parts/icons.ts'
import '../parts/letter-disc.ts'
import '../parts/skeleton-rows.ts'
import { texts } from '../texts/texts.ts'
import { Step, stepStyles } from './step.ts'

const words = texts.chooseAccount

/**
 * The user says where the assets are.
 *
 * @fires flow - `integrationChosen`
 */
@customElement('choose-account')
export class ChooseAccountStep extends Step<ChooseAccount> {
  static override styles = [
    ...stepStyles,
    css`
      .none { padding: 24px 0; color: var(--muted); text-align: center }
    `,
  ]

  @state() private query = ''

  protected override render() {
    const { session, integrations } = this.flow.known
    return html`
      <div class="body">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="lead">${words.lead}</p>
        ${
          this.flow.notice === null
            ? nothing
            : html`<div class="alert warn">${alertIcon}<span>${words.connectWallet}</span></div>`
        }
        <label class="field">${searchIcon}<span class="sr">${words.search}</span>
          <input type="search" placeholder=${words.search} autocomplete="off" spellcheck="false" enterkeyhint="search"
            .value=${this.query} @input=${this.search} @keydown=${this.moveIntoList} />
        </label>
        ${
          integrations === null
            ? html`<skeleton-rows></skeleton-rows><p class="sr" role="status">${texts.common.loading}</p>`
            : this.list(integrations)
        }
      </div>
      <footer><p class="note">${lockIcon}${words.consent(session.client.name)}</p></footer>
    `
  }

  private list(all: Integration[]) {
    const found = findIntegrations(all, this.query)
    const recent = this.query === '' ? found.filter((each) => this.flow.known.recent.includes(each.type)) : []
    const others = found.filter((each) => !recent.includes(each))
    return html`
      <p class="sr" role="status">${this.query === '' ? '' : words.found(found.length)}</p>
      ${found.length === 0 ? html`<p class="none">${words.none(this.query)}</p>` : nothing}
      ${this.section(words.recent, recent)}
      ${this.section(
        words.exchanges,
        others.filter((each) => each.kind === 'exchange'),
      )}
      ${this.section(
        words.wallets,
        others.filter((each) => each.kind === 'wallet'),
      )}
    `
  }

  private section(title: string, integrations: Integration[]) {
    if (integrations.length === 0) return nothing
    return html`<h2>${title}</h2><ul class="rows">${repeat(
      integrations,
      (each) => each.type,
      (each) => html`<li>${this.row(each, title === words.recent)}</li>`,
    )}</ul>`
  }

  private row({ type, name, status, transfers, color, auth }: Integration, isRecent: boolean) {
    return html`<button class="row" aria-disabled=${status === 'down'}
      @click=${() => this.send({ type: 'integrationChosen', integrationType: type })}>
      <letter-disc square letter=${name} color=${status === 'down' ? '#9aa3af' : color}></letter-disc>
      <span class="mid"><b>${name}</b><small>${transfers ? words.schemes[auth.scheme] : words.noTransfers}</small></span>
      ${
        status === 'degraded'
          ? html`<span class="pill warn">${words.degraded}</span>`
          : status === 'down'
            ? html`<span class="pill">${words.down}</span>`
            : isRecent
              ? html`<span class="pill ok">${words.usedBefore}</span>`
              : nothing
      }
    </button>`
  }

  private search(event: InputEvent) {
    this.query = (event.target as HTMLInputElement).value
  }

  private moveIntoList(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    this.renderRoot.querySelector<HTMLElement>('button.row')?.focus()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'choose-account': ChooseAccountStep
  }
}
