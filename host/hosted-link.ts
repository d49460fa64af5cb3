import { TransferFlow } from '../components/screens/transfer-flow.ts'

/** On a site, `<transfer-link>` is a shell around this page. In this page, the same tag shows the flow. */
export class HostedLink extends TransferFlow {}
