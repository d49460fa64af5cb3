/** An argument as a POSIX shell reads it. */
export function quoteShell(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}

/** A command with its arguments: `transfer-link resolve 1234 --reason 'Paid by hand'`. */
export function shellCommand(...words: string[]): string {
  return words.map(quoteShell).join(' ')
}
