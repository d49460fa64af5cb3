// Every endpoint of the public face, in the order of the reference.

import type { Endpoint } from '../contract/endpoint.ts'
import { configureTransferEndpoint } from './configure-transfer.ts'
import { createConnectLinkEndpoint, createLinkEndpoint, createLinkTokenEndpoint } from './create-link-endpoints.ts'
import { deleteAccountEndpoint } from './delete-account.ts'
import { executeTransferEndpoint } from './execute-transfer.ts'
import { fetchTokensEndpoint } from './fetch-tokens.ts'
import { livezEndpoint, readyzEndpoint, versionEndpoint } from './health-endpoints.ts'
import {
  answerCodeEndpoint,
  connectAccountEndpoint,
  listLinkIntegrationsEndpoint,
  openAccountEndpoint,
  readConnectionEndpoint,
  resendCodeEndpoint,
} from './link/connect-link-account-endpoints.ts'
import { followFullPageEndpoint, openFullPageEndpoint } from './link/open-full-page-endpoints.ts'
import { endLinkSessionEndpoint, openLinkEndpoint, resumeLinkEndpoint } from './link/open-link-endpoints.ts'
import {
  confirmRedirectEndpoint,
  continueRedirectEndpoint,
  enterRedirectEndpoint,
  returnRedirectEndpoint,
} from './link/redirect-endpoints.ts'
import { askPaymentEndpoint } from './link/request-payment-endpoint.ts'
import {
  executeLinkTransferEndpoint,
  followLinkTransferEndpoint,
  listHoldingsEndpoint,
  previewLinkTransferEndpoint,
  readLinkTransferEndpoint,
  resendToUserEndpoint,
} from './link/send-link-transfer-endpoints.ts'
import { noteDeclinedEndpoint, noteSentEndpoint, noteSignedEndpoint } from './link/wallet-callback-endpoints.ts'
import {
  createWalletChallengeEndpoint,
  expectWalletEndpoint,
  proveWalletEndpoint,
} from './link/wallet-ownership-endpoints.ts'
import { listIntegrationsEndpoint, listTransferIntegrationsEndpoint, readStatusEndpoint } from './list-integrations.ts'
import { listNetworksEndpoint } from './list-networks.ts'
import { previewTransferEndpoint } from './preview-transfer.ts'
import { readMetricsEndpoint } from './read-metrics.ts'
import { listTransfersEndpoint, readTransferEndpoint } from './read-transfers.ts'
import { openApiEndpoint, referenceEndpoint } from './reference/reference-endpoints.ts'
import { refreshTokenEndpoint } from './refresh-token.ts'

export const endpoints: readonly Endpoint[] = [
  listNetworksEndpoint,
  configureTransferEndpoint,
  previewTransferEndpoint,
  executeTransferEndpoint,
  createLinkEndpoint,
  createConnectLinkEndpoint,
  createLinkTokenEndpoint,
  fetchTokensEndpoint,
  listTransfersEndpoint,
  readTransferEndpoint,
  listIntegrationsEndpoint,
  listTransferIntegrationsEndpoint,
  readStatusEndpoint,
  refreshTokenEndpoint,
  deleteAccountEndpoint,
  openLinkEndpoint,
  resumeLinkEndpoint,
  endLinkSessionEndpoint,
  openFullPageEndpoint,
  followFullPageEndpoint,
  listLinkIntegrationsEndpoint,
  connectAccountEndpoint,
  readConnectionEndpoint,
  answerCodeEndpoint,
  resendCodeEndpoint,
  openAccountEndpoint,
  enterRedirectEndpoint,
  continueRedirectEndpoint,
  returnRedirectEndpoint,
  confirmRedirectEndpoint,
  listHoldingsEndpoint,
  previewLinkTransferEndpoint,
  executeLinkTransferEndpoint,
  resendToUserEndpoint,
  noteSentEndpoint,
  noteSignedEndpoint,
  noteDeclinedEndpoint,
  createWalletChallengeEndpoint,
  proveWalletEndpoint,
  expectWalletEndpoint,
  askPaymentEndpoint,
  readLinkTransferEndpoint,
  followLinkTransferEndpoint,
  livezEndpoint,
  readyzEndpoint,
  versionEndpoint,
  readMetricsEndpoint,
  openApiEndpoint,
  referenceEndpoint,
]
