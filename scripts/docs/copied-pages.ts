// Files of the repository that the site shows: the README's steps, the guide for contributors, the security model, the changelog and
// the saved runs of proofs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copies, savedRunPages } from '../../docs/page-address.ts'
import { projectRoot } from '../command.ts'
import type { Page } from './page.ts'
import { type SavedRun, savedRun } from './saved-runs.ts'
import { withSiteLinks } from './site-links.ts'

interface Copy {
  title: string
  description: string
  /** The sections that are shown. Without it, all. */
  sections?: readonly string[]
}

const shown: Record<string, Copy> = {
  'README.md': {
    title: 'Get started',
    description: 'Two commands start the sandbox. Four steps add transfers to your app.',
    sections: ['Quick start', 'Add it to your app', 'How it works'],
  },
  'CONTRIBUTING.md': {
    title: 'Contributing',
    description: 'How to set up the repository, its rules, and the steps of common changes.',
  },
  'SECURITY.md': {
    title: 'Security model',
    description: 'What is protected and how, what is not, and how to report a vulnerability.',
  },
  'CHANGELOG.md': { title: 'Changelog', description: 'What has changed.' },
}

export function copiedPages(): Page[] {
  const pages = Object.entries(copies).filter(([file]) => file.endsWith('.md'))
  return pages.map(([file, slug], order) => {
    const path = join(projectRoot, file)
    const isRun = file in savedRunPages
    const copy = isRun ? titleOfRun(savedRun(file)) : shown[file]
    if (copy === undefined || !existsSync(path))
      throw new Error(`The site has no title for ${file}, or the file is missing`)
    const { title, description, sections } = copy
    const text = withSiteLinks(readFileSync(path, 'utf8'), path).replace(/^# .*\n/, '')
    const name = slug.split('/').at(-1) ?? slug
    const folder = isRun ? 'runs' : 'copies'
    return { file: `${folder}/${name}`, slug, title, description, order, body: sectionsOf(text, sections) }
  })
}

function titleOfRun({ proof, date }: SavedRun): Copy {
  return { title: `Last saved run of ${proof}`, description: `The figures of npm run ${proof} on ${date}.` }
}

function sectionsOf(text: string, names: readonly string[] | undefined): string {
  if (names === undefined) return text
  const all = text.split(/^(?=## )/m)
  return names.map((name) => all.find((section) => section.startsWith(`## ${name}\n`)) ?? fail(name)).join('')
}

function fail(name: string): never {
  throw new Error(`The README has no section ${name}`)
}
