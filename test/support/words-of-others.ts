// Words in code style that are not in the contract, by the program or the standard that defines them.
export const wordsOfOthers: Record<string, readonly string[]> = {
  HTTP: [
    ...['Accept', 'Authorization', 'Origin', 'Cross-Origin-Embedder-Policy', 'Cross-Origin-Opener-Policy'],
    ...['GET', 'HEAD', 'PATCH', 'DELETE', 'same-origin-allow-popups', 'style-src', 'frame-ancestors', 'localhost'],
  ],
  'the header RateLimit, whose parameters they are': ['r', 't'],
  'W3C Trace Context': ['traceparent'],
  'Standard Webhooks': ['whsec_', 'standardwebhooks'],
  OpenAPI: ['webhooks'],
  'HTML and the DOM': [
    ...['integrity', 'rel', 'src', 'preventDefault', 'innerHTML', 'MessagePort'],
    ...['window.postMessage', 'window.ethereum', 'event.origin', 'event.source'],
  ],
  'language tags and currencies': ['fr-CA', 'EUR'],
  'Vue and Visual Studio Code': ['vue', 'html.customData', 'css.customData'],
  'JSON parsers': ['context.source', 'parse_float', 'UseNumber'],
  'Python: the argument of a sample': ['headers'],
  'Mesh and its clients': ['toAuthToken', 'tryAnotherMfa', 'quote', 'update', 'verify', 'RefundAddress', 'openLink'],
  'error types of similar services that this one never returns': [
    ...['ipNotAllowed', 'clientDisabled', 'previewSuperseded', 'mfaCodeReused'],
  ],
  'EIP-1193 and wallets': [
    ...['request', 'eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_sendTransaction', 'personal_sign'],
    ...['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  ],
  'ERC-20 and the token program of Solana': ['Transfer', 'transferChecked'],
  'the end of an address': ['dead'],
  'durability of files': ['fsync'],
  PostgreSQL: ['pg_ctl', 'pg_dump', 'pg_hba.conf', 'wal_keep_size', 'wait_event', 'SyncRep'],
  Prometheus: ['topk'],
  'files without a suffix': ['NOTICE'],
  systemd: ['NAME', 'ExecStartPost', 'OnCalendar', 'systemd-run'],
  'APIs of exchanges, in parts that no adapter reads': [
    ...['transactionFeeFlag', 'memberCode', 'identityType', 'travel_rule', 'beneficiary_', 'apply-withdraw-v3-'],
  ],
  'the files of translations, for contributors': ['reviewedBy'],
  'the library ccxt': ['myokx', 'okxus'],
}
