// A generated page, and the Markdown that all of them use.

export interface Page {
  /** Below `generated`, without the extension. The folder is its group in the sidebar. */
  file: string
  slug: string
  title: string
  description: string
  /** In the sidebar, if the title is too long for it. */
  label?: string
  order: number
  body: string
}

export function pageText({ slug, title, description, label, order, body }: Page): string {
  const head = [
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(description)}`,
    `slug: ${slug}`,
    'editUrl: false',
    'sidebar:',
    `  order: ${order}`,
    ...(label === undefined ? [] : [`  label: ${JSON.stringify(label)}`]),
  ]
  return `---\n${head.join('\n')}\n---\n\n${body.trim()}\n`
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text outside of code: what looks like a tag stays text. */
export function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replace(/([*_[\]])/g, '\\$1')))
    .join('')
    .replaceAll('\n', ' ')
}

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

export function jsonBlock(value: unknown): string {
  return codeBlock('json', JSON.stringify(value, null, 2))
}

/** The first sentence, for the description of a page. */
export function firstSentence(text: string): string {
  return (/^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll('\n', ' ')
}
