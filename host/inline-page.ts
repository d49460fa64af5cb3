// Inlines the page's script into its HTML, so that the first screen needs one response. Files that are loaded later cannot import
// an inlined script. They read the shared names from a global object instead.

import type { Plugin, Rolldown } from 'vite'
import { keepChunkNames, shareNames } from './shared-names.ts'

type Chunk = Rolldown.OutputChunk

/** Replaces Vite's preloading of styles and imports, which no file here needs. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** `inlined` is the prefix of the page script's name, `preloaded` that of the file that is needed next. */
export function inlinePage(inlined: string, preloaded: string): Plugin {
  return {
    name: 'inline-page',
    enforce: 'post',
    // Browsers cache a file forever under the hash of its content, so a changed file needs a new name.
    augmentChunkHash: () => `${keepChunkNames}${shareNames}${plainNamespaces}`,
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter((file) => file.type === 'chunk')
      const page = chunks.find((chunk) => chunk.fileName.startsWith(`assets/${inlined}-`))
      const entry = chunks.find((chunk) => chunk.fileName.startsWith('assets/index-'))
      const next = chunks.find((chunk) => chunk.fileName.startsWith(`assets/${preloaded}-`))
      const runtime = chunks.find((chunk) => chunk.fileName.startsWith('assets/rolldown-runtime-'))
      const html = files.find((file) => file.type === 'asset' && file.fileName === 'index.html')
      if (page === undefined || html?.type !== 'asset') throw new Error('there is no page to inline')
      refuseChanging(page, (id) => this.getModuleInfo(id)?.code)
      const others = chunks.filter((chunk) => chunk !== page)
      keepChunkNames(others)
      shareNames(page, others, next)
      for (const chunk of chunks) chunk.code = plainNamespaces(chunk.code, runtime, chunk === next)
      const script = fromPage(page).replaceAll('</script', '<\\/script')
      html.source = String(html.source)
        .replace(/<script type="module"[^>]+><\/script>/, '')
        .replace(/<link rel="modulepreload"[^>]+>/g, '')
        .replace('</head>', `<link rel="modulepreload" href="/link-assets/${next?.fileName}"></head>`)
        .replace(/\s*\n\s*/g, '')
        .replace('<!--script-->', () => `<script type="module">${script}</script>`)
      for (const chunk of [page, entry, runtime]) if (chunk) delete bundle[chunk.fileName]
    },
  }
}

/** Paths relative to the page, because its script is not a separate file. */
function fromPage({ code, fileName }: Chunk): string {
  const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1)
  return code.replaceAll(/(\bimport\(["'`])\.\//g, `$1/link-assets/${folder}`).replaceAll(',__VITE_PRELOAD__', '')
}

/**
 * Replaces the bundler's helper for namespace objects with plain objects of getters. In the file that is needed first all members
 * are functions, which exist before the object.
 */
function plainNamespaces(code: string, runtime: Chunk | undefined, isOfFunctions: boolean): string {
  const own =
    /var ([\w$]+)=Object\.defineProperty,([\w$]+)=\(e,t\)=>\{let n=\{\};for\(var r in e\)\1\(n,r,.*?`Module`\}\),n\}([;,])/.exec(
      code,
    )
  const file = runtime?.fileName.slice(runtime.fileName.lastIndexOf('/') + 1).replaceAll('.', '\\.')
  const shared = file && new RegExp(`import\\{\\w+ as ([\\w$]+)\\}from["'\`]\\./${file}["'\`];?`).exec(code)
  const definition = own ?? shared
  const name = own?.[2] ?? (shared ? shared[1] : undefined)
  if (!definition || !name) {
    if (code.includes('Symbol.toStringTag'))
      throw new Error('the bundler writes its helper for namespaces in another way')
    return code
  }
  const made = new RegExp(`=${name.replaceAll('$', '\\$')}\\((\\{[^}]*\\})\\)`, 'g')
  // The minifier may have joined further variables to this statement.
  return code.replace(definition[0], own?.[3] === ',' ? 'var ' : '').replace(made, (_, held: string) => {
    const getters = held.replaceAll(/([\w$]+):\(\)=>([\w$]+)/g, 'get $1(){return $2}')
    return `=${isOfFunctions ? held.replaceAll('()=>', '') : getters}`
  })
}

/** A plain copy of an exported `let` would miss its later values. */
function refuseChanging(page: Chunk, codeOf: (id: string) => string | null | undefined) {
  for (const id of Object.keys(page.modules))
    if (/^export let\b/m.test(codeOf(id) ?? '')) throw new Error(`${id} exports what changes, from the page's script`)
}
