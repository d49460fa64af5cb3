// Reads Stryker's report (mutation-testing-report-schema).
import type { Mutant, MutantStatus } from './judge.ts'

interface Position {
  /** Both from 1. */
  line: number
  column: number
}

interface Report {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>
}

interface ReportedMutant {
  status: string
  replacement: string
  location: { start: Position; end: Position }
}

/** Every other status is an error: it says nothing about the tests. */
const statuses: Record<string, MutantStatus> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  // No test runs the code.
  NoCoverage: 'survived',
}

export function mutantsIn(report: string): Mutant[] {
  const { files } = JSON.parse(report) as Report
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ status, replacement, location: { start, end } }) => ({
      file,
      lineNumber: start.line,
      line: lines[start.line - 1] ?? '',
      original: onOneLine(textBetween(lines, start, end)),
      replacement: onOneLine(replacement),
      status: statuses[status] ?? 'error',
    }))
  })
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const within = lines.slice(start.line - 1, end.line)
  const last = within.at(-1) ?? ''
  // From the end, so that the start of a single line keeps its columns.
  return [...within.slice(0, -1), last.slice(0, end.column - 1)].join('\n').slice(start.column - 1)
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
