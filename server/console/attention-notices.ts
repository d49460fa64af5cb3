// What needs a person besides transfers.

import { clientById } from '../clients/clients.ts'
import type { AttentionNotice } from '../contract/console/attention.ts'
import { readLastBackup } from '../storage/last-backup.ts'
import { describePauses } from '../transfers/describe-pauses.ts'
import type { ResolveProposal } from '../transfers/resolve-proposals.ts'
import { readRestore } from '../transfers/restore.ts'
import { allEndpoints, isFailing } from '../webhooks/webhook-endpoint.ts'
import type { ConsoleDeps } from './console-deps.ts'

/** As the alert BackupTooOld (deploy/alerts.yml). */
const oldBackupMs = 26 * 3_600_000

export async function attentionNotices(
  deps: ConsoleDeps,
  proposals: readonly ResolveProposal[],
): Promise<AttentionNotice[]> {
  return [
    ...(await restoreNotices(deps)),
    ...(await pauseNotices(deps)),
    ...circuitNotices(deps),
    ...(await endpointNotices(deps)),
    ...(await backupNotices(deps)),
    ...proposals.map(proposalNotice),
  ]
}

async function restoreNotices({ database: { query } }: ConsoleDeps): Promise<AttentionNotice[]> {
  const restore = await readRestore(query)
  if (restore === null) return []
  const text =
    'The database was restored. Nothing is sent until an operator has compared it with the exchanges and confirmed it.'
  const since = restore.startedAt.toISOString()
  return [{ text, since, href: '/integrations', linkText: 'Integrations', command: 'transfer-link reconcile' }]
}

async function pauseNotices({ database }: ConsoleDeps): Promise<AttentionNotice[]> {
  const pauses = await describePauses(database)
  const byOperators = pauses.filter(({ scope }) => scope.kind !== 'restore')
  return byOperators.map(({ sentence, pausedAt, fix }) => ({
    text: `${sentence.replace(/ since \S+\.$/, '')}. New transfers are refused; transfers that were sent before continue.`,
    ...{ since: pausedAt.toISOString(), href: '/integrations', linkText: 'Integrations', command: fix },
  }))
}

function circuitNotices({ openCircuits, exchanges }: ConsoleDeps): AttentionNotice[] {
  return openCircuits().map((type) => ({
    text: `${exchanges.byType(type)?.name ?? type} does not respond. Requests of this process to it fail at once until a trial request succeeds.`,
    ...{ since: null, href: '/integrations', linkText: 'Integrations', command: 'transfer-link doctor' },
  }))
}

const offReasons = { gone: 'its receiver has answered that it is gone (410)', failing: 'its requests failed for days' }

/** Without URLs, which may contain secrets. */
async function endpointNotices({ database: { query } }: ConsoleDeps): Promise<AttentionNotice[]> {
  const endpoints = (await allEndpoints(query)).filter((each) => each.state === 'off' || isFailing(each))
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const { id, clientId, offReason, failingSince } = endpoint
      const name = (await clientById(query, clientId))?.name ?? clientId
      const why = offReason === null ? '' : `: ${offReasons[offReason]}`
      return {
        text: isFailing(endpoint)
          ? `The receiver of a webhook endpoint of ${name} fails. Its events wait, and are sent once it works.`
          : `A webhook endpoint of ${name} is turned off${why}. Its events are not delivered.`,
        since: failingSince?.toISOString() ?? null,
        ...{ href: `/webhooks/${id}`, linkText: 'Endpoint', command: `transfer-link webhook deliveries ${id}` },
      }
    }),
  )
}

async function backupNotices({ database: { query }, now }: ConsoleDeps): Promise<AttentionNotice[]> {
  const backup = await readLastBackup(query)
  if (backup === null || now().getTime() - backup.getTime() <= oldBackupMs) return []
  const text = 'The last backup is more than 26 hours old.'
  return [{ text, since: backup.toISOString(), href: null, linkText: '', command: 'transfer-link backup --help' }]
}

function proposalNotice({ transferId, operator, proposedAt }: ResolveProposal): AttentionNotice {
  return {
    text: `${operator} has proposed the outcome of a transfer. A second operator has to approve it or decline it.`,
    ...{ since: proposedAt.toISOString(), href: `/transfers/${transferId}`, linkText: 'Transfer', command: null },
  }
}
