// Bundles an import as a site's bundler does: minified for production, without writing files.
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { projectRoot } from '../../scripts/command.ts'

interface Bundled {
  /** Bytes after gzip -9: the code that is loaded immediately, and all code including dynamic imports. */
  initial: number
  whole: number
  /** The code that is loaded immediately. */
  code: string
}

interface BundleOptions {
  /** The program's folder, from which its imports are resolved. */
  folder?: string
  plugins?: Plugin[]
  /** Packages that the site has already. */
  external?: string[]
}

/** @front-finance/link 1.1.10 imports its version from a path that its package does not contain. */
export const missingManifest: Plugin = {
  name: 'missing-manifest',
  enforce: 'pre',
  resolveId: (name, importer) =>
    name.endsWith('/package.json') && importer?.includes('@front-finance/link') ? '\0manifest' : null,
  load: (id) => (id === '\0manifest' ? 'export default { version: "1.1.10" }' : null),
}

const entry = 'site-program'

export async function bundle(program: string, options: BundleOptions = {}): Promise<Bundled> {
  const { folder = projectRoot, plugins = [], external = [] } = options
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins, programAt(folder, program)],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, external, output: { entryFileNames: 'entry.js' } },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const atOnce = chunks.filter((chunk) => chunk.fileName === 'entry.js' || isReached(chunk.fileName, chunks))
  const sizeOf = (each: Rolldown.OutputChunk[]) =>
    each.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  return { initial: sizeOf(atOnce), whole: sizeOf(chunks), code: atOnce.map(({ code }) => code).join('\n') }
}

/** Follows static imports only. */
function isReached(fileName: string, chunks: Rolldown.OutputChunk[]): boolean {
  const seen = new Set<string>()
  const follow = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) follow(next)
  }
  follow('entry.js')
  return seen.has(fileName)
}

function programAt(folder: string, program: string): Plugin {
  const id = `${folder}/${entry}.js`
  return {
    name: 'site-program',
    resolveId: (name) => (name === entry ? id : null),
    load: (name) => (name === id ? program : null),
  }
}
