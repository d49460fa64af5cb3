// The contrast of each text, in a table with a column for each scheme.
import { contrastReport, ratioText, readable, type SchemeReport, type Shown, type Theme } from './contrast-report.ts'

const labels: Record<string, string> = {
  text: 'Text',
  'text-muted': 'Muted text',
  focus: 'Links and focus',
  'on-brand': 'Button',
  success: 'Success',
  warning: 'Warning',
  danger: 'Error',
}

export function showContrast(table: HTMLTableElement, theme: Theme): void {
  const reports = contrastReport(theme)
  const names = reports[0]?.texts.map(({ name }) => name) ?? []
  const head = row(
    header('Text', 'col'),
    ...reports.map(({ scheme }) => header(scheme === 'light' ? 'Light' : 'Dark', 'col')),
  )
  const rows = names.map((name) =>
    row(header(labels[name] ?? name, 'row'), ...reports.map((report) => ratioCell(report, name))),
  )
  table.tHead?.replaceChildren(head)
  table.tBodies[0]?.replaceChildren(...rows)
}

function ratioCell({ texts, button }: SchemeReport, name: string): HTMLElement {
  const text = texts.find((each) => each.name === name)
  if (text === undefined) return part('td')
  const sample = part('span', 'Aa')
  sample.className = 'sample'
  sample.ariaHidden = 'true'
  sample.style.color = text.color
  sample.style.background = text.background
  const ratio = part('span', ratioText(text.ratio))
  ratio.className = text.ratio < readable ? 'ratio too-low' : 'ratio'
  return part('td', sample, ratio, ...adjusted(text), ...(name === 'on-brand' ? adjusted(button) : []))
}

function adjusted({ color, adjustedFrom }: Shown): HTMLElement[] {
  return adjustedFrom === null ? [] : [part('small', `${adjustedFrom} is shown as ${color}`)]
}

function header(text: string, scope: 'col' | 'row'): HTMLElement {
  const made = part('th', text)
  made.setAttribute('scope', scope)
  return made
}

function row(...cells: HTMLElement[]): HTMLElement {
  return part('tr', ...cells)
}

function part(tag: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
