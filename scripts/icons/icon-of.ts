/** The drawing in a module of the package, without what changes nothing: its size, indentation, a clip at its edge, a default mask. */
export function iconOf(module: string, { isSquare = false } = {}): string {
  const [, text = ''] = /'(<svg[^']*<\/svg>)/.exec(module) ?? []
  const svg = text
    .replace(/\\n\s*/g, '')
    .replace(/ (?:width="24" height="24"|class="web3icons"|style="mask-type:luminance")/g, '')
  const [, clip] = /<clipPath id="([^"]*)"><path fill="#fff" d="M0 0h24v24H0z"\/><\/clipPath>/.exec(svg) ?? []
  if (clip === undefined) return `${svg}\n`
  const inside = svg
    .replace(new RegExp(`<g clip-path="url\\(#${clip}\\)">(.*)</g>`), '$1')
    .replace(new RegExp(`<clipPath id="${clip}">.*?</clipPath>`), '')
  const icon = `${inside.replace('<defs></defs>', '')}\n`
  // A square that fills its drawing would touch the edge of a disc.
  return isSquare ? icon.replace('M24 0H0v24h24z', 'M-6-6h36v36H-6z').replace('0 0 24 24', '-6 -6 36 36') : icon
}
