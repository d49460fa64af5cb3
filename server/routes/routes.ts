// Every route: the endpoints that the API documents, in the order of the reference, and the function that serves them. A new
// endpoint is its file and one line here.

import type { Hono } from 'hono'
import type { Endpoint } from '../contract/endpoint.ts'
import type { AppEnv } from '../http/request-context.ts'
import { configureTransferEndpoint, mountConfigureTransfer } from './configure-transfer.ts'
import { mountCreateLink } from './create-link.ts'
import { createConnectLinkEndpoint, createLinkEndpoint, createLinkTokenEndpoint } from './create-link-endpoints.ts'
import { deleteAccountEndpoint, mountDeleteAccount } from './delete-account.ts'
import { executeTransferEndpoint, mountExecuteTransfer } from './execute-transfer.ts'
import { fetchTokensEndpoint, mountFetchTokens } from './fetch-tokens.ts'
import { mountHealth } from './health.ts'
import { livezEndpoint, readyzEndpoint, versionEndpoint } from './health-endpoints.ts'
import { mountConnectLinkAccount } from './link/connect-link-account.ts'
import {
  connectAccountEndpoint,
  listLinkIntegrationsEndpoint,
  openAccountEndpoint,
  readConnectionEndpoint,
  resendCodeEndpoint,
  submitCodeEndpoint,
} from './link/connect-link-account-endpoints.ts'
import { mountFollowLinkTransfer } from './link/follow-link-transfer.ts'
import { followLinkTransferEndpoint, readLinkTransferEndpoint } from './link/follow-link-transfer-endpoints.ts'
import { mountOpenFullPage } from './link/open-full-page.ts'
import { followFullPageEndpoint, openFullPageEndpoint } from './link/open-full-page-endpoints.ts'
import { mountOpenLink } from './link/open-link.ts'
import { endLinkSessionEndpoint, openLinkEndpoint, resumeLinkEndpoint } from './link/open-link-endpoints.ts'
import { mountRedirect } from './link/redirect.ts'
import {
  confirmRedirectEndpoint,
  continueRedirectEndpoint,
  enterRedirectEndpoint,
  returnRedirectEndpoint,
} from './link/redirect-endpoints.ts'
import { mountRequestPayment } from './link/request-payment.ts'
import { requestPaymentEndpoint } from './link/request-payment-endpoint.ts'
import { mountSendLinkTransfer } from './link/send-link-transfer.ts'
import {
  executeLinkTransferEndpoint,
  listHoldingsEndpoint,
  previewLinkTransferEndpoint,
  resendToUserEndpoint,
} from './link/send-link-transfer-endpoints.ts'
import { reportDeclinedEndpoint, reportSentEndpoint, reportSignedEndpoint } from './link/wallet-callback-endpoints.ts'
import { mountWalletCallbacks } from './link/wallet-callbacks.ts'
import { mountWalletOwnership } from './link/wallet-ownership.ts'
import {
  createWalletChallengeEndpoint,
  expectWalletEndpoint,
  proveWalletEndpoint,
} from './link/wallet-ownership-endpoints.ts'
import {
  listIntegrationsEndpoint,
  listTransferIntegrationsEndpoint,
  mountListIntegrations,
  readStatusEndpoint,
} from './list-integrations.ts'
import { listNetworksEndpoint, mountListNetworks } from './list-networks.ts'
import { mountReadMetrics, readMetricsEndpoint } from './metrics/read-metrics.ts'
import { mountPreviewTransfer, previewTransferEndpoint } from './preview-transfer.ts'
import { listTransfersEndpoint, mountReadTransfers, readTransferEndpoint } from './read-transfers.ts'
import { mountReference } from './reference/mount-reference.ts'
import { openApiEndpoint, referenceEndpoint } from './reference/reference-endpoints.ts'
import { mountRefreshToken, refreshTokenEndpoint } from './refresh-token.ts'
import type { RouteDeps } from './route-deps.ts'
import { mountWebhookDeliveries } from './webhooks/deliveries.ts'
import {
  listWebhookDeliveriesEndpoint,
  replayWebhookEndpoint,
  testWebhookEndpoint,
} from './webhooks/deliveries-endpoints.ts'
import { listEventsEndpoint, mountListEvents } from './webhooks/list-events.ts'
import { mountWebhooks } from './webhooks/webhooks.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhooksEndpoint,
  readWebhookEndpoint,
  rotateWebhookSecretEndpoint,
} from './webhooks/webhooks-endpoints.ts'

interface EndpointGroup {
  endpoints: readonly Endpoint[]
  /** The last argument is every endpoint of the API. */
  mount(app: Hono<AppEnv>, deps: RouteDeps, all: readonly Endpoint[]): void
}

const routes: readonly EndpointGroup[] = [
  { endpoints: [listNetworksEndpoint], mount: mountListNetworks },
  { endpoints: [configureTransferEndpoint], mount: mountConfigureTransfer },
  { endpoints: [previewTransferEndpoint], mount: mountPreviewTransfer },
  { endpoints: [executeTransferEndpoint], mount: mountExecuteTransfer },
  { endpoints: [createLinkEndpoint, createConnectLinkEndpoint, createLinkTokenEndpoint], mount: mountCreateLink },
  { endpoints: [fetchTokensEndpoint], mount: mountFetchTokens },
  { endpoints: [listTransfersEndpoint, readTransferEndpoint], mount: mountReadTransfers },
  {
    endpoints: [listIntegrationsEndpoint, listTransferIntegrationsEndpoint, readStatusEndpoint],
    mount: mountListIntegrations,
  },
  { endpoints: [refreshTokenEndpoint], mount: mountRefreshToken },
  { endpoints: [deleteAccountEndpoint], mount: mountDeleteAccount },
  {
    endpoints: [
      createWebhookEndpoint,
      listWebhooksEndpoint,
      readWebhookEndpoint,
      changeWebhookEndpoint,
      deleteWebhookEndpoint,
      rotateWebhookSecretEndpoint,
    ],
    mount: mountWebhooks,
  },
  {
    endpoints: [testWebhookEndpoint, listWebhookDeliveriesEndpoint, replayWebhookEndpoint],
    mount: mountWebhookDeliveries,
  },
  { endpoints: [listEventsEndpoint], mount: mountListEvents },
  { endpoints: [openLinkEndpoint, resumeLinkEndpoint, endLinkSessionEndpoint], mount: mountOpenLink },
  { endpoints: [openFullPageEndpoint, followFullPageEndpoint], mount: mountOpenFullPage },
  {
    endpoints: [
      listLinkIntegrationsEndpoint,
      connectAccountEndpoint,
      readConnectionEndpoint,
      submitCodeEndpoint,
      resendCodeEndpoint,
      openAccountEndpoint,
    ],
    mount: mountConnectLinkAccount,
  },
  {
    endpoints: [enterRedirectEndpoint, continueRedirectEndpoint, returnRedirectEndpoint, confirmRedirectEndpoint],
    mount: mountRedirect,
  },
  {
    endpoints: [listHoldingsEndpoint, previewLinkTransferEndpoint, executeLinkTransferEndpoint, resendToUserEndpoint],
    mount: mountSendLinkTransfer,
  },
  { endpoints: [reportSentEndpoint, reportSignedEndpoint, reportDeclinedEndpoint], mount: mountWalletCallbacks },
  {
    endpoints: [createWalletChallengeEndpoint, proveWalletEndpoint, expectWalletEndpoint],
    mount: mountWalletOwnership,
  },
  { endpoints: [requestPaymentEndpoint], mount: mountRequestPayment },
  { endpoints: [readLinkTransferEndpoint, followLinkTransferEndpoint], mount: mountFollowLinkTransfer },
  { endpoints: [livezEndpoint, readyzEndpoint, versionEndpoint], mount: mountHealth },
  { endpoints: [readMetricsEndpoint], mount: mountReadMetrics },
  { endpoints: [openApiEndpoint, referenceEndpoint], mount: mountReference },
]

export const endpoints: readonly Endpoint[] = routes.flatMap((route) => route.endpoints)

export function mountEndpoints(app: Hono<AppEnv>, deps: RouteDeps): void {
  for (const { mount } of routes) mount(app, deps, endpoints)
}
