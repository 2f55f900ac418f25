import * as billing from './billing/commands.ts'
import { listDeadLetters, redriveDeadLetters } from './dead-letters.ts'
import type { Command, Event, Job } from './define.ts'
import * as documentAudit from './document-audit/commands.ts'
import * as gateway from './gateway/commands.ts'
import { serviceNames } from './service-name.ts'
import * as settlement from './settlement/commands.ts'
import * as signing from './signing/commands.ts'
import { receiptStandingChanged } from './signing/events.ts'
import * as signingExports from './signing/export-commands.ts'
import * as signingKeys from './signing/key-commands.ts'
import * as signingLog from './signing/log-commands.ts'
import * as signingReceipts from './signing/receipt-commands.ts'
import * as spool from './spool/commands.ts'
import { spoolClosed, spoolRunFailed, spoolVerified } from './spool/events.ts'
import * as verification from './verification/commands.ts'

function commandsIn(module: Record<string, unknown>): Command[] {
  return Object.values(module).filter(
    (value): value is Command =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'command',
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
    signingExports,
    signingKeys,
    signingLog,
    signingReceipts,
    spool,
    verification,
  ].flatMap(commandsIn),
  ...serviceNames.flatMap((service) => [listDeadLetters(service), redriveDeadLetters(service)]),
]

export const allEvents: readonly Event[] = [
  spoolVerified,
  spoolRunFailed,
  spoolClosed,
  receiptStandingChanged,
]

export const allJobs: readonly Job[] = [verification.runVerification]
