import * as billing from './billing/commands.ts'
import { listDeadLetters, redriveDeadLetters } from './dead-letters.ts'
import type { Event, Job } from './define.ts'
import * as documentAudit from './document-audit/commands.ts'
import * as gateway from './gateway/commands.ts'
import type { Command, ServedOverHttp } from './operation.ts'
import { serviceNames } from './service-name.ts'
import * as settlement from './settlement/commands.ts'
import * as signing from './signing/commands.ts'
import { receiptStatusChanged } from './signing/events.ts'
import * as signingKeys from './signing/key-commands.ts'
import * as signingLog from './signing/log-commands.ts'
import * as signingReceipts from './signing/receipt-commands.ts'
import { receiptExports } from './signing/receipt-exports.ts'
import * as spoolActions from './spool/action-commands.ts'
import * as deliveries from './spool/delivery-commands.ts'
import * as invitations from './spool/invitation-commands.ts'
import * as quotes from './spool/quote-commands.ts'
import * as runs from './spool/run-commands.ts'
import * as spools from './spool/spool-commands.ts'
import { spoolClosed, spoolRunFailed, spoolVerified } from './spool/events.ts'
import * as verification from './verification/commands.ts'

function commandsIn(module: Record<string, unknown>): Command[] {
  return Object.values(module).filter(
    (value): value is Command =>
      typeof value === 'object' &&
      value !== null &&
      'kind' in value &&
      (value.kind === 'command' || value.kind === 'query'),
  )
}

/** Every command there is; the bus permissions are rendered from it. */
export const allCommands: readonly Command[] = [
  ...[
    billing,
    documentAudit,
    gateway,
    settlement,
    signing,
    signingKeys,
    signingLog,
    signingReceipts,
    deliveries,
    spools,
    spoolActions,
    quotes,
    invitations,
    runs,
    verification,
  ].flatMap(commandsIn),
  ...receiptExports.map(({ query }) => query),
  ...serviceNames.flatMap((service) => [listDeadLetters(service), redriveDeadLetters(service)]),
]

/** Every command that the gateway serves. */
export const allServed: readonly ServedOverHttp[] = allCommands.filter(
  (command): command is ServedOverHttp => command.http !== undefined,
)

export const allEvents: readonly Event[] = [spoolVerified, spoolRunFailed, spoolClosed, receiptStatusChanged]

export const allJobs: readonly Job[] = [verification.runVerification]
