import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { ConsoleScreen } from '../console-screen.ts'
import '../elements/action-dialog.ts'
import type { Field } from '../elements/form-field.ts'

/** An action as its dialog shows it. */
export interface ScreenAction {
  heading: string
  /** What the action does. */
  description: string
  submitLabel: string
  /** It ends or deletes something. */
  isDangerous?: boolean
  fields?: readonly Field[]
  /** The initial values of fields. */
  values?: Record<string, string>
  /** What the operator should see before deciding. */
  content?: TemplateResult
  /** The equivalent command. */
  command: (values: Record<string, string>) => string
  act(values: Record<string, string>): Promise<unknown>
  /** The action took effect. `result` is what `act` returned. */
  done?(result: unknown): void
}

/** A screen with actions, which share one dialog. */
export abstract class ActionScreen extends ConsoleScreen {
  static override properties: PropertyDeclarations = { action: { state: true } }

  declare private action: ScreenAction | null

  constructor() {
    super()
    this.action = null
  }

  protected async start(action: ScreenAction) {
    this.action = action
    await this.updateComplete
    await this.renderRoot.querySelector('action-dialog')?.open(action.values)
  }

  /** Part of every screen: shows the action that was started last. */
  protected renderAction() {
    const { action } = this
    if (action === null) return nothing
    return html`<action-dialog heading=${action.heading} description=${action.description} submit-label=${action.submitLabel}
      ?dangerous=${action.isDangerous ?? false} .fields=${action.fields ?? []} .command=${action.command} .act=${action.act}
      @done=${({ detail }: CustomEvent<unknown>) => this.finish(detail)}>${action.content ?? nothing}</action-dialog>`
  }

  /** Shows what the action has changed. */
  protected abstract refresh(): void

  private finish(result: unknown) {
    this.refresh()
    this.action?.done?.(result)
  }
}
