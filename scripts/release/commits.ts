// The commits of a release, grouped by the part that they change: the material for its section of the changelog.

import { outputOf, runCommand } from '../command.ts'

/** A commit belongs to the first part of which it changes a file. */
const parts = [
  { title: 'Browser package and hosted page', places: ['components/', 'host/'] },
  { title: 'Server', places: ['server/', 'deploy/'] },
  { title: 'Documentation and examples', places: ['docs/', 'examples/', 'README.md'] },
]
const notShipped = 'Not shipped'

interface Commit {
  /** The short hash and the subject. */
  title: string
  files: string[]
}

/** As Markdown: since the last tag `v<version>` before `version`, or all if there is none. */
export async function commitList(version: string): Promise<string> {
  const words = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--exclude', `v${version}`]
  const { code, output } = await runCommand('git', words, { quiet: true })
  const since = code === 0 ? output.trim() : null
  const range = since === null ? 'HEAD' : `${since}..HEAD`
  const log = await outputOf('git', 'log', '--no-merges', '--name-only', '--format=%x00%h %s', range)
  return groupedCommits(commitsIn(log), { version, since })
}

export function commitsIn(log: string): Commit[] {
  return log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [title = '', ...files] = entry.split('\n').filter(Boolean)
      return { title, files }
    })
}

export function groupedCommits(
  commits: readonly Commit[],
  { version, since }: { version: string; since: string | null },
): string {
  const groups = Map.groupBy(commits, partOf)
  const sections = [...parts.map(({ title }) => title), notShipped].flatMap((title) => {
    const members = groups.get(title) ?? []
    return members.length === 0 ? [] : [`\n## ${title}\n`, ...members.map((commit) => `- ${commit.title}`)]
  })
  const span = since === null ? 'no earlier tag' : `since ${since}`
  return [`# ${commits.length} commits of ${version}, ${span}`, ...sections, ''].join('\n')
}

function partOf({ files }: Commit): string {
  const isIn = ({ places }: (typeof parts)[number]) =>
    files.some((file) => places.some((place) => file.startsWith(place)))
  return parts.find(isIn)?.title ?? notShipped
}
