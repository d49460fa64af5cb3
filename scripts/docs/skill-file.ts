// The file for coding assistants: docs/skill.md, with the blocks of pages that tests run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../command.ts'

export function skillFile(siteUrl: string): string {
  const text = readFileSync(join(projectRoot, 'docs/skill.md'), 'utf8')
  const addressed = text.replaceAll('{site}', siteUrl)
  return addressed.replace(/<!-- block: (\S+): (.+) -->/g, (_, page: string, part: string) => blockOf(page, part))
}

function blockOf(page: string, part: string): string {
  const blocks = readFileSync(join(projectRoot, page), 'utf8').match(/^```\w+\n.*?^```/gms) ?? []
  const fitting = blocks.filter((block) => block.includes(part))
  const [block] = fitting
  if (block === undefined || fitting.length > 1) throw new Error(`${page} has ${fitting.length} blocks with ${part}`)
  return block
}
