// The few texts of the shell on a site's page, in English. Apart from the rest, so that a site loads no others; those of
// the other languages are in shell-languages.ts.

export const shellTexts = {
  lang: 'en',
  title: 'Transfer',
  loading: 'Opening…',
  close: 'Close',
  retry: 'Try again',
  silentTitle: 'The window did not open',
  silent: 'Nothing was sent.',
  invalidLink: 'This link is not valid.',
  /** Before the directive, and before the address, in question. */
  blocked: 'The security policy of this website does not allow it:',
  unanswered: 'There is no answer, or this website may not open it:',
}

export type ShellTexts = typeof shellTexts
