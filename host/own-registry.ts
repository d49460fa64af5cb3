// Lit registers and finds elements in a registry of the whole process. An app that embeds the server may render elements of its own
// there, so the page's elements have another registry. It takes that place only while they are loaded and while they are rendered.

import { CustomElementRegistry } from '@lit-labs/ssr-dom-shim'

const registry = new CustomElementRegistry()

/** Returns a function that puts the app's registry back. Nothing asynchronous may run between the two. */
export function enterRegistry(): () => void {
  const { customElements } = globalThis
  globalThis.customElements = registry
  return () => {
    globalThis.customElements = customElements
  }
}

/** The elements are registered when they are loaded, after this file. */
export const leaveRegistry = enterRegistry()
