// Connects the parts of the playground: fields, element, code, events, and the sandbox that they need.
import type { TransferLink } from '../../../../components/embed/transfer-link.ts'
import { connectCopyButtons, showCode } from './code-view.ts'
import { eventLog } from './event-log.ts'
import { find } from './find.ts'
import { createPreview, type PreviewState } from './preview.ts'
import { NotRunning, requestLink } from './sandbox-requests.ts'
import { sandboxStatus } from './sandbox-status.ts'
import { settingsForm } from './settings-form.ts'
import { themeBuilder } from './theme-builder.ts'

export function startPlayground(root: HTMLElement): void {
  const element = find<TransferLink>(root, 'transfer-link')
  const formElement = find<HTMLFormElement>(root, 'form')
  const openSwitch = find<HTMLInputElement>(root, '[data-attribute="open"]')
  const problem = find(root, '[data-problem]')
  const form = settingsForm(formElement)

  const showSettings = () => {
    const settings = form.read()
    showCode(root, settings, sandbox.server())
    builder.show(settings)
  }
  const update = () => {
    showSettings()
    preview.update()
  }
  const builder = themeBuilder(root, { form, changing: showSettings, changed: update })
  const sandbox = sandboxStatus(root, {
    ready() {
      if (element.getAttribute('layout') === 'inline' && !element.open) void preview.open({ takesFocus: false })
    },
    addressChanged() {
      preview.close()
      update()
    },
  })
  const preview = createPreview(element, {
    settings: form.read,
    unsetAttributes: form.unset,
    requestLink: () => requestLink(sandbox.server()),
    changed: (state) => showPreview(root, state),
    failed(error) {
      problem.textContent = error instanceof NotRunning ? '' : String(error instanceof Error ? error.message : error)
      if (!(error instanceof NotRunning)) return
      preview.close()
      void sandbox.check()
    },
  })

  recordEvents(root, element, preview.isReplacing)
  formElement.addEventListener('input', ({ target }) => {
    if (target !== openSwitch && !(target as HTMLElement).matches('[data-builder]')) update()
  })
  formElement.addEventListener('submit', (event) => event.preventDefault())
  openSwitch.addEventListener('change', () => {
    if (!openSwitch.checked) preview.close()
    else if (sandbox.isReady()) void preview.open()
    else openSwitch.checked = false
  })
  for (const button of root.querySelectorAll('[data-open-link]'))
    button.addEventListener('click', () => void preview.open())
  connectCopyButtons(root)
  update()
  void sandbox.check()
}

function showPreview(root: HTMLElement, { isOpen, isStale }: PreviewState): void {
  find<HTMLInputElement>(root, '[data-attribute="open"]').checked = isOpen
  const wasOpen = root.dataset.open === 'true'
  root.dataset.open = String(isOpen)
  // The focus was in the frame.
  if (wasOpen && !isOpen && document.activeElement === document.body)
    find(root, '[data-closed] button').focus({ preventScroll: true })
  find(root, '[data-stale]').hidden = !isStale
  if (isOpen) find(root, '[data-problem]').textContent = ''
}

/** `isHidden` is for events of links that the playground itself replaces. */
function recordEvents(root: HTMLElement, element: HTMLElement, isHidden: () => boolean): void {
  const log = eventLog(find(root, '[data-events-list]'), find(root, '[data-no-events]'))
  for (const name of (root.dataset.events ?? '').split(' '))
    element.addEventListener(name, (event) => {
      if (!isHidden()) log.record(event as CustomEvent)
    })
  find(root, '[data-clear]').addEventListener('click', log.clear)
}
