// What the build left of the hosted page, read once for each build.

import { memoize } from '../cache/memoize.ts'
import type { HostedFiles, Manifest } from './hosted-files.ts'
import { hashSource } from './page-policy.ts'

export interface BuiltPage {
  html: string
  /** The text of its `<style>`, which the server completes with the link's theme. */
  style: string
  /** Policy sources of its inline scripts. */
  scriptSources: string[]
  languages: string[]
  /** The script that redeems the link's code. */
  firstScript: string
  /** The files with the texts of a language. */
  textsOf(language: string): string[]
}

const inlineScript = /<script>(.*?)<\/script>/gs
const inlineStyle = /<style>(.*?)<\/style>/s
const languageFile = /\/texts\/([a-z]{2,3}(?:-[A-Za-z]+)*)\.ts$/

/** Reads the built page, until a build replaces it. */
export function builtPage({ hosted, now }: { hosted: HostedFiles; now(): Date }): () => Promise<BuiltPage> {
  // The page names its scripts by their content, so another build has another page.
  const inspect = memoize({ now }, Number.POSITIVE_INFINITY, async (html: string) =>
    describeBuild(html, await hosted.manifest()),
  )
  return async () => {
    const html = await hosted.page()
    return inspect(html, html)
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
    firstScript: urlsOf(manifest, 'first-request.ts')[0] ?? '',
    textsOf: (language) => urlsOf(manifest, languages.get(language) ?? ''),
  }
}

/** A file and everything that it imports. */
function urlsOf(manifest: Manifest, key: string): string[] {
  const { file, imports = [] } = manifest[key] ?? {}
  if (file === undefined) return []
  return [...new Set([`/link-assets/${file}`, ...imports.flatMap((each) => urlsOf(manifest, each))])]
}
