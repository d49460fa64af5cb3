import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js'

/**
 * Sets computed CSS values on an element through its style object. Lit's styleMap writes a style attribute at first, which
 * a page without 'unsafe-inline' ignores.
 */
class CssValues extends Directive {
  constructor(part: PartInfo) {
    super(part)
    if (part.type !== PartType.ELEMENT) throw new Error('cssValues stands on an element')
  }

  override render(_values: Record<string, string>) {}

  override update({ element }: ElementPart, [values]: [Record<string, string>]) {
    for (const [name, value] of Object.entries(values)) (element as HTMLElement).style.setProperty(name, value)
  }
}

export const cssValues = directive(CssValues)
