// Resources that several test files of one process share. files-in-one-process.ts ends them after the last file, and a proof at its end:
// their processes would keep it alive.
const endings: (() => Promise<void>)[] = []

export function endWithProcess(end: () => Promise<void>): void {
  endings.push(end)
}

export async function endShared(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
