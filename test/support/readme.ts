// The README's code, so that tests run what a reader would copy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')

export interface Block {
  language: string
  text: string
}

/** Every block with a language, or those of one chapter. */
export function readmeBlocks(chapter?: string): Block[] {
  const text = chapter === undefined ? readme : (readme.split(/^## /m).find((each) => each.startsWith(chapter)) ?? '')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', lines = '']) => ({
    language,
    text: lines,
  }))
}

/** The one block of a language that has some text in it. */
export function readmeBlock(language: string, part: string): string {
  const fitting = readmeBlocks().filter((block) => block.language === language && block.text.includes(part))
  const [block] = fitting
  if (block === undefined || fitting.length > 1)
    throw new Error(`README.md has ${fitting.length} ${language} blocks with ${part}`)
  return block.text
}
