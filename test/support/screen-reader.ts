// What a screen reader has of a page: Chromium's accessibility tree, and the texts that live regions announce.
import type { CDPSession, Page } from 'playwright/test'

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
  childIds?: string[]
  parentId?: string
}

/** What is heard of one screen, each as `role "name"`, in reading order. */
export interface Heard {
  /** The step in words, which is the name of a picture. */
  step: string
  title: string
  focus: string
  controls: string[]
}

const controlRoles = /^(button|link|textbox|searchbox|checkbox|radio|combobox|DisclosureTriangle)$/

export interface ScreenReader {
  read(): Promise<Heard>
  /** What live regions have announced since the last call. */
  announced(): Promise<string[]>
}

/** Starts before the page is opened. */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Accessibility.enable')
  await page.addInitScript(recordAnnouncements)
  return {
    read: async () => hear(await nodesOf(devTools)),
    announced: () => page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.splice(0)),
  }
}

/** All nodes that are not ignored, in reading order. */
async function nodesOf(devTools: CDPSession): Promise<AxNode[]> {
  const { nodes } = (await devTools.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const below = (node: AxNode): AxNode[] => [
    ...(node.ignored ? [] : [node]),
    ...(node.childIds ?? []).flatMap((id) => below(byId.get(id) as AxNode)),
  ]
  return nodes.filter(({ parentId }) => parentId === undefined).flatMap(below)
}

function hear(nodes: AxNode[]): Heard {
  const written = (node: AxNode) => `${node.role?.value} "${node.name?.value ?? ''}"`
  const focused = nodes.filter((node) => node.properties?.some(({ name, value }) => name === 'focused' && value.value))
  return {
    step: nodes.find(({ role }) => role?.value === 'image' || role?.value === 'img')?.name?.value ?? '',
    title: nodes.find(({ role }) => role?.value === 'heading')?.name?.value ?? '',
    focus: focused.map(written).at(-1) ?? '',
    controls: nodes.filter((node) => controlRoles.test(node.role?.value ?? '')).map(written),
  }
}

/**
 * Runs in the page: records what live regions announce, in every shadow root. A screen reader announces the new text of a region, and an
 * alert that is inserted. It may ignore another region that is inserted with its text, so that is not counted.
 */
function recordAnnouncements() {
  const announcements: string[] = []
  const last = new WeakMap<Element, string>()
  const options = { childList: true, characterData: true, subtree: true }
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const changed = element?.closest('[role=status], [role=alert], [aria-live=polite]')
      const inserted = [...addedNodes].flatMap((node) => (node instanceof Element ? alertsIn(node) : []))
      for (const region of changed ? [changed] : inserted) announce(region)
    }
  })
  const observe = (root: Node) => observer.observe(root, options)
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    observe(root)
    return root
  }
  Object.assign(window, { announcements })
  observe(document)
  // The shadow roots in the HTML of the first screen.
  addEventListener('DOMContentLoaded', () => observeBelow(document))

  function observeBelow(root: ParentNode) {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (!shadowRoot) continue
      observe(shadowRoot)
      observeBelow(shadowRoot)
    }
  }

  function alertsIn(element: Element): Element[] {
    return [element, ...element.querySelectorAll('*')].filter((each) => each.getAttribute('role') === 'alert')
  }

  function announce(region: Element) {
    const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (text !== '' && last.get(region) !== text) announcements.push(text)
    last.set(region, text)
  }
}
