// One page for each command of the operator, so that a search for its options finds it, and a page that lists all of them.
import type { Command } from '../../server/cli/command.ts'
import { commands } from '../../server/cli/run.ts'
import { commandSlug } from './endpoint-addresses.ts'
import { type Page, table } from './page.ts'
import { usageParts, usageSentence } from './usage-parts.ts'

export function commandPages(): Page[] {
  return [listPage(), ...commands.map(commandPage)]
}

function listPage(): Page {
  const rows = commands.map(({ name, summary }) => [`[\`${name}\`](/${commandSlug(name)}/)`, usageSentence(summary)])
  return {
    file: 'copies/commands',
    slug: 'operate/commands',
    title: 'Commands',
    description: 'Every command of transfer-link, with its arguments and options.',
    order: 0,
    body: [
      'Run a command with the environment of the server. [Operate a server](/operate/#commands) shows how to set it. Every command has `--help`.',
      table(['Command', 'What it does'], rows),
    ].join('\n\n'),
  }
}

function commandPage({ name, summary, usage }: Command, order: number): Page {
  return {
    file: `commands/${name.replace(' ', '-')}`,
    slug: commandSlug(name),
    title: `transfer-link ${name}`,
    label: name,
    description: summary,
    order,
    body: [usageSentence(summary), usageParts(usage)].join('\n\n'),
  }
}
