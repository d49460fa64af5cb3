// The commands of the operator, with their usage.
import { commands } from '../../server/cli/run.ts'
import { codeBlock, type Page, plain } from './page.ts'

export function commandsPage(): Page {
  const sections = commands.map(
    ({ name, summary, usage }) =>
      `## transfer-link ${name}\n\n${plain(summary)}\n\n${codeBlock('txt', outdented(usage))}`,
  )
  return {
    file: 'copies/commands',
    slug: 'operate/commands',
    title: 'Commands',
    description: 'Every command of transfer-link, with its arguments and options.',
    order: 0,
    body: [
      'Run a command with the environment of the server. [Operate a server](/operate/#commands) shows how to set it. Every command has `--help`.',
      ...sections,
    ].join('\n\n'),
  }
}

/** Help prints "Usage: " before the first line, and some commands indent the other lines equally. */
function outdented(usage: string): string {
  const [, ...others] = usage.split('\n')
  return others.every((line) => line === '' || line.startsWith(' '.repeat(7))) ? usage.replace(/^ {7}/gm, '') : usage
}
