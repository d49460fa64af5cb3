// The page's script goes into its HTML, so that the first screen needs one answer of the server and no second. What is
// loaded later cannot import an inlined script: it reads the shared names from one global object instead.

import type { Plugin, Rolldown } from 'vite'
import { keepChunkNames, shareNames } from './shared-names.ts'

type Chunk = Rolldown.OutputChunk

/** Vite's own asks for the styles and imports of what it loads; here nothing has either. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** `inlined` begins the name of the page's script, `preloaded` that of the file that is wanted right after it. */
export function inlinePage(inlined: string, preloaded: string): Plugin {
  return {
    name: 'inline-page',
    enforce: 'post',
    // What is kept for good under a name of its content must have another when it is written another way.
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

/** Paths as they are from the page itself, whose script is no file among the others. */
function fromPage({ code, fileName }: Chunk): string {
  const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1)
  return code.replaceAll(/(\bimport\(["'`])\.\//g, `$1/link-assets/${folder}`).replaceAll(',__VITE_PRELOAD__', '')
}

/**
 * What a dynamic import gives, as an object of what it holds: the bundler's is made of getters, by a helper of its own. In
 * the file that is wanted first there are functions alone, which are there before the object is.
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
  // The minifier may have put the file's own first variables behind it.
  return code.replace(definition[0], own?.[3] === ',' ? 'var ' : '').replace(made, (_, held: string) => {
    const getters = held.replaceAll(/([\w$]+):\(\)=>([\w$]+)/g, 'get $1(){return $2}')
    return `=${isOfFunctions ? held.replaceAll('()=>', '') : getters}`
  })
}

/** An exported `let` would be copied as it is at first, and its later values would be missed. */
function refuseChanging(page: Chunk, codeOf: (id: string) => string | null | undefined) {
  for (const id of Object.keys(page.modules))
    if (/^export let\b/m.test(codeOf(id) ?? '')) throw new Error(`${id} exports what changes, from the page's script`)
}
