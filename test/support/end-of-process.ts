// What several test files of one process use together, and who ends it: files-in-one-process.ts, after the last file.
const endings: (() => Promise<void>)[] = []

export function endWithProcess(end: () => Promise<void>): void {
  endings.push(end)
}

export async function endShared(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
