// The code for the settings, and the buttons that copy it.
import { find } from './find.ts'
import { missingOptions, printConnection, printStyles, printTag, type Settings } from './print-code.ts'

/** `server` is the origin of the server that serves the script. */
export function showCode(root: HTMLElement, settings: Settings, server: string): void {
  const show = (name: string, text: string) => {
    blockOf(root, name).textContent = text
  }
  show('tag', printTag(settings, server))
  show('connection', printConnection(settings))
  show('styles', printStyles(settings))
  show('missing', missingOptions(settings))
}

export function connectCopyButtons(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-copy]'))
    button.addEventListener('click', () => copy(button, blockOf(root, button.dataset.copy ?? '')))
}

function blockOf(root: HTMLElement, name: string): HTMLElement {
  return find(root, `[data-code="${name}"]`)
}

async function copy(button: HTMLElement, source: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(source.textContent ?? '')
  const label = find(button, 'span')
  label.textContent = 'Copied'
  setTimeout(() => {
    label.textContent = 'Copy'
  }, 2_000)
}
