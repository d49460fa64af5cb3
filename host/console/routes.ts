// Every page of the console. Each screen is loaded when it is shown first.

import type { Route } from './router.ts'

export const routes: readonly Route[] = [
  { path: '/attention', screen: 'attention-screen', load: () => import('./screens/attention-screen.ts') },
  { path: '/transfers', screen: 'transfers-screen', load: () => import('./screens/transfers-screen.ts') },
  { path: '/transfers/:id', screen: 'transfer-screen', load: () => import('./screens/transfer-screen.ts') },
  { path: '/clients', screen: 'clients-screen', load: () => import('./screens/clients-screen.ts') },
  { path: '/clients/:id', screen: 'client-screen', load: () => import('./screens/client-screen.ts') },
  { path: '/webhooks', screen: 'webhooks-screen', load: () => import('./screens/webhooks-screen.ts') },
  { path: '/webhooks/:id', screen: 'webhook-screen', load: () => import('./screens/webhook-screen.ts') },
  { path: '/integrations', screen: 'integrations-screen', load: () => import('./screens/integrations-screen.ts') },
  { path: '/overview', screen: 'overview-screen', load: () => import('./screens/overview-screen.ts') },
  { path: '/audit-log', screen: 'audit-log-screen', load: () => import('./screens/audit-log-screen.ts') },
  { path: '/operators', screen: 'operators-screen', load: () => import('./screens/operators-screen.ts') },
  {
    path: '/sign-in',
    screen: 'sign-in-screen',
    load: () => import('./screens/sign-in-screen.ts'),
    isPublic: true,
  },
]

export const startPath = '/attention'

export const notFound: Route = {
  path: '',
  screen: 'not-found-screen',
  load: () => import('./screens/not-found-screen.ts'),
}
