// The page's script goes into its HTML, so that the first screen needs one answer of the server and no second. What is
// loaded later cannot import an inlined script: it reads the shared names from one global object instead. Each language
// is also written as a script that the server can put into the HTML, before the page's own.

import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** Where the inlined script leaves what later files share with it. */
const shared = 'globalThis.transferLink'
const languageFile = /\/components\/texts\/([a-z]{2,3}(?:-[A-Za-z]+)*)\.ts$/

/** Vite's own asks for the styles and imports of what it loads; here nothing has either. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

export function inlinePage(): Plugin {
  return {
    name: 'inline-page',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter((file) => file.type === 'chunk')
      const page = chunks.find((chunk) => chunk.isEntry)
      const html = files.find((file) => file.type === 'asset' && file.fileName === 'index.html')
      if (page === undefined || html?.type !== 'asset') throw new Error('there is no page to inline')
      const later = chunks.filter((chunk) => chunk !== page)
      for (const chunk of later) chunk.code = readShared(chunk, page)
      for (const chunk of later) {
        const [, language] = languageFile.exec(chunk.facadeModuleId ?? '') ?? []
        if (language !== undefined)
          this.emitFile({
            type: 'asset',
            fileName: `texts/${language}.js`,
            source: textsScript(language, chunk, later),
          })
      }
      const script = shareNames(page).replaceAll('</script', '<\\/script')
      html.source = String(html.source)
        .replace(/<script type="module"[^>]+><\/script>/, '')
        .replace(/\s*\n\s*/g, '')
        .replace('<!--script-->', () => `<script type="module">${script}</script>`)
      delete bundle[page.fileName]
    },
  }
}

function shareNames(page: Chunk): string {
  const folder = page.fileName.slice(0, page.fileName.lastIndexOf('/') + 1)
  const code = page.code
    .replaceAll(/(\bimport\(["'`])\.\//g, `$1/link-assets/${folder}`)
    .replaceAll(',__VITE_PRELOAD__', '')
  const exported = /export\{([^}]*)\};?\s*$/.exec(code)
  if (exported?.[1] === undefined) throw new Error('the page shares nothing with what is loaded later')
  const names = exported[1].split(',').map((pair) => {
    const [own = '', name = own] = pair.split(' as ')
    return `${name}:${own}`
  })
  return `${code.slice(0, exported.index)}${shared}={${names}};`
}

function readShared(chunk: Chunk, page: Chunk): string {
  const name = page.fileName.slice(page.fileName.lastIndexOf('/') + 1).replaceAll('.', '\\.')
  const importing = new RegExp(`import\\s*(?:\\{([^}]*)\\}from)?["'\`]\\./${name}["'\`];?`)
  return chunk.code.replace(importing, (_, names?: string) => {
    if (names === undefined) return ''
    for (const pair of names.split(',')) refuseChanging(pair.split(' as ')[0] ?? '', chunk, page)
    return `const{${names.replaceAll(' as ', ':')}}=${shared};`
  })
}

/** An exported `let` would be copied as it is at first, and its later values would be missed. */
function refuseChanging(name: string, chunk: Chunk, page: Chunk) {
  const pattern = new RegExp(`^let ${name.replaceAll('$', '\\$')}\\b`, 'm')
  if (Object.values(page.modules).some(({ code }) => pattern.test(code ?? '')))
    throw new Error(`${chunk.fileName} imports ${name}, which changes, from the page's script`)
}

/** The language as a function, called by the page when what it shares is there. */
function textsScript(language: string, chunk: Chunk, others: Chunk[]): string {
  const { body, names } = asBody(chunk, others)
  const own = names.get('texts')
  if (own === undefined) throw new Error(`${language} exports no texts`)
  return `globalThis.transferLinkTexts={${JSON.stringify(language)}:()=>{${body}return ${own}}}`
}

/** The code without imports and exports: what it imports of other files is written into it. */
function asBody({ code }: Chunk, others: Chunk[]): { body: string; names: Map<string, string> } {
  const exported = /export\{([^}]*)\};?\s*$/.exec(code)
  const pairs = (exported?.[1] ?? '').split(',').map((pair) => pair.split(' as '))
  const names = new Map(pairs.map(([own = '', name = own]) => [name, own]))
  const body = code
    .slice(0, exported?.index)
    .replace(/import\s*\{([^}]*)\}from["'`]\.\/([^"'`]*)["'`];?/g, (_, wanted, file) => {
      const other = others.find(({ fileName }) => fileName.endsWith(`/${file}`))
      if (other === undefined) throw new Error(`${file} is not among the files`)
      const inner = asBody(other, others)
      const result = [...inner.names].map(([name, own]) => `${name}:${own}`)
      return `const{${wanted.replaceAll(' as ', ':')}}=(()=>{${inner.body}return{${result}}})();`
    })
  return { body, names }
}
