// What the build left of the hosted page, read once for each build.

import { memoize } from '../cache/memoize.ts'
import type { HostedFiles } from './hosted-files.ts'
import { hashSource } from './page-policy.ts'

export interface BuiltPage {
  html: string
  /** The text of its `<style>`, which the server completes with the link's theme. */
  style: string
  /** Policy sources of its inline scripts. */
  scriptSources: string[]
  languages: string[]
  /** The tags that load the page's scripts, and the texts of a language. */
  scriptsFor(language: string): string
}

/** Vite's manifest. `imports` are keys of the files that a file imports. */
type Manifest = Record<string, { file: string; imports?: string[] }>

const inlineScript = /<script>(.*?)<\/script>/gs
const inlineStyle = /<style>(.*?)<\/style>/s
const languageFile = /\/texts\/([a-z]{2,3}(?:-[A-Za-z]+)*)\.ts$/

/** Reads the built page, until a build replaces it. */
export function builtPage({ hosted, now }: { hosted: HostedFiles; now(): Date }): () => Promise<BuiltPage> {
  const inspect = memoize({ now }, Number.POSITIVE_INFINITY, async ([html, manifest]: [string, string]) =>
    describeBuild(html, JSON.parse(manifest)),
  )
  return async () => {
    const files = await Promise.all([hosted.page(), hosted.manifest()])
    return inspect(files.join(), files)
  }
}

function describeBuild(html: string, manifest: Manifest): BuiltPage {
  const keys = Object.keys(manifest)
  const languages = new Map(
    keys.flatMap((key) => (languageFile.test(key) ? [[key.match(languageFile)?.[1] ?? '', key]] : [])),
  )
  return {
    html,
    style: inlineStyle.exec(html)?.[1] ?? '',
    scriptSources: [...html.matchAll(inlineScript)].map(([, script = '']) => hashSource(script)),
    languages: [...languages.keys()],
    scriptsFor(language) {
      // English is needed for texts that the language lacks.
      const texts = [language, 'en'].map((each) => languages.get(each) ?? '')
      const [start = '', ...imported] = urlsOf(manifest, 'start.ts')
      const later = new Set(['main.ts', ...texts].flatMap((key) => urlsOf(manifest, key)))
      return [
        `<script type="module" src="${start}"></script>`,
        ...imported.map((url) => `<link rel="modulepreload" href="${url}">`),
        ...[...later]
          .filter((url) => !imported.includes(url))
          .map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}">`),
      ].join('')
    },
  }
}

/** A file and everything that it imports. */
function urlsOf(manifest: Manifest, key: string): string[] {
  const { file, imports = [] } = manifest[key] ?? {}
  if (file === undefined) return []
  return [...new Set([`/link-assets/${file}`, ...imports.flatMap((each) => urlsOf(manifest, each))])]
}
