// What the playground offers. `npm run docs` writes it from the element's source.

export interface PlaygroundElement {
  attributes: PlaygroundAttribute[]
  tokens: PlaygroundToken[]
  /** Their names. */
  events: string[]
}

export interface PlaygroundAttribute {
  name: string
  description: string
  kind: 'text' | 'color' | 'choice' | 'switch'
  /** Of a choice. */
  values: { value: string; label: string }[]
  /** The value without the attribute. */
  initial: string
  /** The same option of createLinkConnection. Null if it has none. */
  option: string | null
}

export interface PlaygroundToken {
  name: string
  description: string
  isColor: boolean
}
