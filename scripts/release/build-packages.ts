// Builds the contents of the two packages. Each part is built only if one of its sources is newer than its output.

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Built, buildIfStale, buildStale } from '../build/build-stale.ts'
import { projectRoot, runCommand } from '../command.ts'
import { cssDataOf, describeElement, htmlDataOf, manifestOf } from './describe-element.ts'

interface PackagePart extends Built {
  build: () => Promise<void>
}

const parts: PackagePart[] = [
  {
    name: 'the types of the browser package',
    sources: ['components', 'tsconfig.json'],
    outputs: ['components/dist/types/embed/create-link-connection.d.ts'],
    folder: 'components/dist/types',
    build: () => compile('components/tsconfig.types.json', 'components/dist/types'),
  },
  {
    name: 'the description of the element',
    sources: ['components/embed/transfer-link.ts', 'scripts/release/describe-element.ts'],
    outputs: ['components/dist/custom-elements.json'],
    async build() {
      const element = describeElement(readFileSync(path('components/embed/transfer-link.ts'), 'utf8'), 'transfer-link')
      writeJson('components/dist/custom-elements.json', manifestOf(element, 'dist/element.js'))
      writeJson('components/dist/vscode/html-custom-data.json', htmlDataOf(element))
      writeJson('components/dist/vscode/css-custom-data.json', cssDataOf(element))
    },
  },
  {
    // Node strips no types in node_modules.
    name: 'the server package',
    sources: ['server', 'tsconfig.json'],
    outputs: ['server/dist/node/index.js'],
    folder: 'server/dist/node',
    build: () => compile('server/tsconfig.package.json', 'server/dist/node'),
  },
]

export async function buildPackages(log: (sentence: string) => void): Promise<void> {
  await buildStale(projectRoot, log)
  await buildIfStale(projectRoot, parts, { log, build: ({ build }) => build() })
}

/** Rewrites `.ts` imports in declarations to `.js`, because not every tool resolves `.ts` there. */
async function compile(config: string, folder: string): Promise<void> {
  const { code, output } = await runCommand('tsc', ['-p', config], { quiet: true })
  if (code !== 0) throw new Error(`${config} does not compile:\n${output}`)
  for (const file of globSync('**/*.d.ts', { cwd: path(folder) })) {
    const declarations = join(path(folder), file)
    const text = readFileSync(declarations, 'utf8')
    writeFileSync(declarations, text.replace(/((?:from|import\()\s*'\.{1,2}\/[^']*)\.ts'/g, "$1.js'"))
  }
}

function writeJson(file: string, value: object): void {
  write(file, `${JSON.stringify(value, null, 2)}\n`)
}

function write(file: string, text: string): void {
  mkdirSync(join(path(file), '..'), { recursive: true })
  writeFileSync(path(file), text)
}

function path(file: string): string {
  return join(projectRoot, file)
}
