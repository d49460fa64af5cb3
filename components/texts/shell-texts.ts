// The texts of the shell on a site's page, in English. A separate file, so that a site loads no other texts. The other languages
// are in shell-languages.ts.

export const shellTexts = {
  lang: 'en',
  title: 'Transfer',
  loading: 'Opening…',
  close: 'Close',
  retry: 'Try again',
  silentTitle: 'The window did not open',
  silent: 'Nothing was sent.',
  invalidLink: 'This link is not valid.',
  /** Shown before the directive to change, and before the address to check. */
  blocked: 'The security policy of this website does not allow it:',
  unanswered: 'There is no answer, or this website may not open it:',
}

export type ShellTexts = typeof shellTexts
