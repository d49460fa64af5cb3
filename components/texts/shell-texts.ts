// The few texts of the shell on a site's page. Apart from the rest, so that a site loads no others.

export const shellTexts = {
  title: 'Transfer',
  loading: 'Opening…',
  close: 'Close',
  retry: 'Try again',
  silentTitle: 'The window did not open',
  silent: 'Nothing was sent. Try again, or ask this site for help.',
  invalidLink: 'This is not a valid link. Ask for a new one.',
}
