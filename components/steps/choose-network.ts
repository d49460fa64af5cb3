import { css, html, LitElement, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { HoldingNetwork } from '../flow/link-answers.ts'
import { markOfNetwork } from '../parts/asset-marks.ts'
import { chevronIcon } from '../parts/icons.ts'
import '../parts/letter-disc.ts'
import { texts } from '../texts/texts.ts'
import { base, theme } from '../theme.ts'

/**
 * The network inside the amount step: one line that opens into a list of radio buttons. One that cannot be chosen is
 * shown with its reason.
 *
 * @fires choose - detail: the network's id
 */
@customElement('choose-network')
export class ChooseNetwork extends LitElement {
  static override styles = [
    theme,
    base,
    css`
      :host { display: block }
      .shown { display: block; margin-inline-start: auto; border: 0; background: none; padding: 0; text-align: end;
        font-weight: 550; border-radius: 6px; position: relative }
      .shown::after { content: ''; position: absolute; inset: -8px }
      .shown b { display: inline-flex; align-items: center; gap: 4px; font-weight: 550 }
      small { display: block; color: var(--muted); font-weight: 400; font-size: 13px }
      fieldset { border: 0; margin: 10px 0 0; padding: 0; text-align: start }
      label { display: flex; align-items: center; gap: 10px; min-height: 52px; margin: 0 -8px; padding: 4px 8px;
        border-radius: 10px; cursor: pointer; font-size: 15px }
      label:hover { background: var(--surface) }
      label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px }
      label span { flex: 1; font-weight: 600 }
      input { accent-color: var(--accent); width: 20px; height: 20px; margin: 0 }
      input:focus-visible { outline: none }
      letter-disc { width: 28px; height: 28px }
      label:has(:disabled) { cursor: default; color: var(--muted) }
    `,
  ]

  @property({ attribute: false }) networks: HoldingNetwork[] = []
  @property({ attribute: false }) chosen = ''
  @property({ attribute: false }) note = ''
  @property({ attribute: false }) describe: (network: HoldingNetwork) => string = () => ''
  @state() private isOpen = false

  protected override render() {
    const chosen = this.networks.find((network) => network.id === this.chosen)
    return html`
      <button type="button" class="shown" aria-expanded=${this.isOpen} @click=${this.toggle}>
        <span class="sr">${texts.amount.network}: </span><b>${chosen?.name} ${chevronIcon}</b>
        <small>${chosen === undefined ? nothing : this.describe(chosen)}</small>
      </button>
      ${
        this.isOpen
          ? html`<fieldset><legend class="sr">${texts.amount.network}</legend>
            ${this.networks.map((network) => this.choice(network))}<small>${this.note}</small></fieldset>`
          : nothing
      }
    `
  }

  private choice(network: HoldingNetwork) {
    const mark = markOfNetwork(network.name)
    const isEligible = network.eligibleForTransfer
    return html`<label><letter-disc letter=${mark.letter} color=${isEligible ? mark.color : '#9aa3af'}></letter-disc>
      <span>${network.name}<small>${isEligible ? this.describe(network) : network.ineligibilityText}</small></span>
      <input type="radio" name="network" .checked=${network.id === this.chosen} ?disabled=${!isEligible}
        @change=${() => this.choose(network.id)} /></label>`
  }

  private toggle() {
    this.isOpen = !this.isOpen
  }

  private choose(networkId: string) {
    this.dispatchEvent(new CustomEvent('choose', { detail: networkId }))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'choose-network': ChooseNetwork
  }
}
