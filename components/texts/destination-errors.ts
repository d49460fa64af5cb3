// Errors on the destination, which no other amount avoids. Written by npm run generate from the error catalogue.

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
]
