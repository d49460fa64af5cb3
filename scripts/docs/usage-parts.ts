// The usage of a command as Markdown: calls become code, lines of names and meanings become tables, other lines become sentences.
import { codeBlock, plain, table } from './page.ts'

type Part = { kind: 'code' | 'text'; lines: string[] } | { kind: 'table'; head: string; rows: [string, string][] }

/** A name, two spaces and its meaning. */
const namedLine = /^ {0,2}(--[a-z-]+(?:, --[a-z-]+)*|[A-Z_]{4,}|[a-z-]+(?: <\w+>| on)) {2,}(\S.*)$/

export function usageParts(usage: string): string {
  const parts: Part[] = []
  // Help prints "Usage: " before the first line, and indents the others equally.
  for (const line of usage.replace(/^ {7}/gm, '').split('\n')) addLine(parts, line)
  return parts.map(markdownOf).join('\n\n')
}

function addLine(parts: Part[], line: string): void {
  const last = parts.at(-1)
  const [, name, meaning = ''] = namedLine.exec(line) ?? []
  if (name !== undefined) {
    const head = headOf(name)
    if (last?.kind === 'table' && last.head === head) last.rows.push([name, meaning])
    else parts.push({ kind: 'table', head, rows: [[name, meaning]] })
  } else if (line.startsWith('  ') && last?.kind === 'table') {
    const row = last.rows.at(-1)
    if (row !== undefined) row[1] += ` ${line.trim()}`
  } else if (line !== '') {
    const kind = line.startsWith('transfer-link') || line.startsWith('  ') ? 'code' : 'text'
    if (last?.kind === kind && !line.startsWith('<')) last.lines.push(line)
    else parts.push({ kind, lines: [line] })
  }
}

function headOf(name: string): string {
  if (name.startsWith('--')) return 'Option'
  return /^[A-Z]/.test(name) ? 'Variable' : 'Value'
}

function markdownOf(part: Part): string {
  if (part.kind === 'table') {
    const rows = part.rows.map(([names, meaning]) => [names.split(', ').map(code).join(', '), usageSentence(meaning)])
    return table([part.head, 'Meaning'], rows)
  }
  return part.kind === 'code' ? codeBlock('txt', part.lines.join('\n')) : usageSentence(part.lines.join(' '))
}

const code = (text: string) => `\`${text}\``

/** Addresses, quoted words, options, placeholders, variables and commands. */
const codeIn =
  /[\w=]*\b\w+:\/\/[^\s)]+|"[\w -]+"|(?<![\w-])--[a-z][a-z-]*|[\w/:-]*<[\w ]+>[\w.]*|\b[A-Z]+(?:_[A-Z]+)+\b|(?<=: )transfer-link [a-z ]+$/g

export function usageSentence(text: string): string {
  return plain(text.replace(codeIn, (found) => code(found.replaceAll('"', ''))))
}
