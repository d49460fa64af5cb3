// Finds styles that would stay on one side if the page reads from right to left: left and right instead of start and end.

const paired = [
  ['left', 'right'],
  ['margin-left', 'margin-right'],
  ['padding-left', 'padding-right'],
  ['scroll-margin-left', 'scroll-margin-right'],
  ['scroll-padding-left', 'scroll-padding-right'],
  ['border-left-width', 'border-right-width'],
  ['border-left-style', 'border-right-style'],
  ['border-left-color', 'border-right-color'],
  ['border-top-left-radius', 'border-top-right-radius'],
  ['border-bottom-left-radius', 'border-bottom-right-radius'],
] as const
const aligned = ['text-align', 'float', 'clear']
const ofFourSides = ['margin', 'padding', 'inset', 'border-width', 'border-style', 'border-color']

/** The selector of each rule, with its declarations for one side. */
export function sidedStyles(sheet: CSSStyleSheet): string[] {
  return [...rulesIn(sheet)].flatMap(({ selectorText, style }) =>
    sidesOf(style).map((side) => `${selectorText}: ${side}`),
  )
}

function* rulesIn(group: CSSStyleSheet | CSSGroupingRule): Generator<CSSStyleRule> {
  for (const rule of group.cssRules) {
    if (rule instanceof CSSStyleRule) yield rule
    if ('cssRules' in rule) yield* rulesIn(rule as CSSGroupingRule)
  }
}

function sidesOf(style: CSSStyleDeclaration): string[] {
  // Two borders of a rotated box are an arrow that points down.
  const isArrow = /\b45deg/.test(style.rotate + style.transform)
  const read = (name: string) => (isArrow && name.startsWith('border') ? '' : style.getPropertyValue(name))
  const uneven = paired
    .filter(([left, right]) => read(left) !== read(right))
    .map(([left, right]) => `${left} ${read(left)}, ${right} ${read(right)}`)
  const turned = aligned.filter((name) => /^(left|right)$/.test(read(name)))
  // The sides of a shorthand with a variable are known only when it is computed.
  const shorthands = ofFourSides.filter((name) => {
    const [, right, , left] = read(name).match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
    return left !== undefined && left !== right
  })
  return [...uneven, ...turned, ...shorthands]
}
