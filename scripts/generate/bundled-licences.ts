// The licence texts of the packages that the server's files contain. These licences require that the text is shipped with the files. A
// package that is installed with the server brings its own.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../command.ts'
import { bundledWithServer, withBundled } from '../release/locked.ts'
import { readManifest } from '../release/problems-before.ts'

const intro =
  'The files in dist/hosted and dist/browser contain parts of these packages. Written by npm run generate in the source.'

/** Packages without a text, and another package of the same repository and owner that has it. */
const sameOwner: Readonly<Record<string, string>> = { '@lit-labs/ssr-dom-shim': '@lit-labs/ssr' }

export function bundledLicences(): string {
  const namesOf = new Map<string, Set<string>>()
  for (const [place, { version }] of Object.entries(withBundled(readManifest('server')).packages)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!bundledWithServer.includes(name)) continue
    const other = sameOwner[name]
    const text = licenceText(other === undefined ? place : `node_modules/${other}`) ?? mitText(place)
    namesOf.set(text, (namesOf.get(text) ?? new Set()).add(`${name} ${version}`))
  }
  const sections = [...namesOf].map(([text, names]) => `${[...names].sort().join(', ')}\n\n${text}\n`)
  return [`${intro}\n`, ...sections.sort()].join(`\n${'-'.repeat(80)}\n\n`)
}

/** Null if the package has no file with it. */
export function licenceText(place: string): string | null {
  const folder = join(projectRoot, place)
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.md|\.txt)?$/i.test(name))
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}

/** For a package that names only the licence and its author. */
function mitText(place: string): string {
  const { name, license, author } = JSON.parse(readFileSync(join(projectRoot, place, 'package.json'), 'utf8'))
  if (license !== 'MIT' || typeof author !== 'string') throw new Error(`${name} has no licence text.`)
  return `The MIT License\n\nCopyright (c) ${author}\n\n${mitTerms}`
}

const mitTerms = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
