// The shell's dialog: the frame of the hosted page, with a cover until its first screen is visible. Built with DOM calls: every site loads
// this code, and a template engine would be a third of its size.

import type { ShellTexts } from '../texts/shell-texts.ts'

interface WindowActions {
  /** The user closes before the page is ready. */
  close(): void
  retry(): void
}

export interface ShellWindow {
  dialog: HTMLDialogElement
  /** Creates a new frame each time, so that late messages of an earlier frame come from another window. */
  load(url: string, opening: string): HTMLIFrameElement
  wait(texts: ShellTexts): void
  /** `detail` is what the site's developer has to check. */
  fail(texts: ShellTexts, reason: string, detail: string): void
  /** The page's first screen is visible. */
  uncover(texts: ShellTexts): void
}

const frameAttributes = {
  allow: 'clipboard-write',
  part: 'frame',
  referrerpolicy: 'no-referrer',
  sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals',
}

export function createWindow({ close, retry }: WindowActions): ShellWindow {
  let frame: HTMLIFrameElement | null = null
  const cover = make('div', { class: 'cover', part: 'cover' })
  const dialog = make('dialog', { part: 'dialog', dir: 'auto' }, cover, make('slot', { name: 'footer' }))

  const name = ({ lang, title }: ShellTexts) => {
    dialog.lang = lang
    dialog.ariaLabel = title
    if (frame) frame.title = title
  }
  const show = (texts: ShellTexts, role: string, ...children: Node[]) => {
    name(texts)
    cover.setAttribute('role', role)
    cover.replaceChildren(...children)
    if (!cover.isConnected) frame?.after(cover)
  }
  return {
    dialog,
    load(url, opening) {
      frame?.remove()
      frame = make('iframe', { ...frameAttributes, name: opening, src: url })
      dialog.prepend(frame)
      return frame
    },
    wait: (texts) =>
      show(
        texts,
        'group',
        make('slot', { name: 'loading' }, make('div', { class: 'wheel', part: 'spinner' })),
        make('p', { role: 'status' }, texts.loading),
        button(texts.close, close),
      ),
    fail: (texts, reason, detail) =>
      show(
        texts,
        'alert',
        make('b', { part: 'error' }, texts.silentTitle),
        make('slot', { name: 'fallback' }, make('p', {}, texts.silent)),
        make('p', {}, reason, make('code', { dir: 'ltr' }, detail)),
        button(texts.retry, retry),
        button(texts.close, close),
      ),
    uncover(texts) {
      name(texts)
      cover.remove()
    },
  }
}

function button(label: string, act: () => void) {
  const made = make('button', { part: 'button' }, label)
  made.onclick = act
  return made
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const name in attributes) made.setAttribute(name, attributes[name] ?? '')
  made.append(...children)
  return made
}
