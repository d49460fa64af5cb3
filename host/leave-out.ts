// Removes unused methods of a class from the page: a bundler drops unused functions, but not methods.

import type { Plugin } from 'vite'

interface Member {
  start: number
  end: number
  key?: { name?: string }
}
interface Program {
  body: { declaration?: { type: string; body?: { body?: Member[] } } }[]
}

/** The build fails if any code uses a removed member. */
export function leaveOut(file: string, className: string, members: string[]): Plugin {
  const mention = new RegExp(`\\b${className}\\.(${members.join('|')})\\b|\\)\\.(${members.join('|')})\\(`)
  return {
    name: 'leave-out',
    enforce: 'pre',
    transform(code, id) {
      if (id !== file) {
        if (id.endsWith('.ts') && code.includes(className) && mention.test(code))
          this.error(`${id} needs ${mention.exec(code)?.[0]}, which is left out`)
        return null
      }
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as Program
      const inside = body.flatMap(({ declaration }) =>
        declaration?.type === 'ClassDeclaration' ? (declaration.body?.body ?? []) : [],
      )
      const dropped = inside.filter(({ key }) => members.includes(key?.name ?? ''))
      if (dropped.length !== members.length) this.error(`${file} has not all of ${members}`)
      return {
        code: dropped.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code),
        map: null,
      }
    },
  }
}
