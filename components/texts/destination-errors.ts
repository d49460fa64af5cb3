// Errors about the destination. Another amount does not help, so the page does not offer one. Written by npm run generate from the error catalogue.

export const destinationErrors: readonly string[] = [
  'toAddressNotConfigured',
  'unknownNetwork',
  'tokenNotOnNetwork',
  'invalidAddress',
  'addressChecksumFailed',
  'addressOfOtherNetwork',
  'tagRequired',
  'invalidTag',
  'addressSanctioned',
  'riskBlocked',
  'destinationNotAllowed',
]
