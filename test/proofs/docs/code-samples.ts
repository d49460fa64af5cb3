// The samples of every endpoint can be parsed by their languages. Languages that are not installed are left out.
import { spawnSync } from 'node:child_process'
import { Script } from 'node:vm'
import { generatedPages } from '../../../scripts/docs/write-generated-pages.ts'

const parsers: Record<string, string[]> = {
  sh: ['sh', '-n'],
  python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
}

export function brokenSamples(): string[] {
  const samples = generatedPages()
    .filter(({ file }) => file.startsWith('reference/'))
    .flatMap(({ slug, body }) =>
      [...body.matchAll(/^```(sh|js|python)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
        slug,
        language,
        text,
      })),
    )
  console.log(`samples: ${samples.length}`)
  return samples.flatMap(({ slug, language, text }) => {
    const problem = language === 'js' ? problemOfScript(text) : problemOf(language, text)
    return problem === null ? [] : [`/${slug}/: ${language}: ${problem}`]
  })
}

function problemOfScript(text: string): string | null {
  try {
    new Script(`async () => {\n${text}\n}`)
    return null
  } catch (error) {
    return String(error)
  }
}

function problemOf(language: string, text: string): string | null {
  const [command = '', ...words] = parsers[language] ?? []
  const { status, stderr, error } = spawnSync(command, words, { input: text, encoding: 'utf8' })
  return error !== undefined || status === 0 ? null : stderr.trim()
}
