// Lit registers elements in a registry of the whole process. After another build, the new elements need a new one.

import { CustomElementRegistry } from '@lit-labs/ssr-dom-shim'

globalThis.customElements = new CustomElementRegistry()
