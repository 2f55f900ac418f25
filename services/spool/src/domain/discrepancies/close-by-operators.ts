import { approvalWindowMs, assertSecondOperator, conflict, invalidState } from '@outturn/contracts'
import type { Decision } from '../model/decision.ts'
import type { CloseRequest, Discrepancy, DiscrepancyText, TextDigest } from '../model/casework/discrepancy.ts'
import { discrepancyEntry } from '../model/casework/discrepancy-changes.ts'
import type { Spool } from '../model/spool.ts'
import { type AskedClosing, assertOpen, closed } from './close-discrepancy.ts'
import { currentDiscrepancy } from './current-discrepancy.ts'

const byOperator = { party_id: null, kind: 'operator' } as const

type Moment = { now: Date; textDigest: TextDigest }

/** Asks that a block be closed, by the word of one operator: it takes another one. Both parties read that it was asked for. */
export function requestClose(
  spool: Spool,
  kept: Discrepancy,
  asked: AskedClosing & { operator: string },
  { now, textDigest }: Moment,
): Decision & { discrepancy: Discrepancy; request: CloseRequest } {
  const before = openBlock(spool, kept)
  assertNoneOpen(before, now)
  const at = now.toISOString()
  const digest = textDigest({ note: asked.note })
  const note: DiscrepancyText = { digest, by: 'operator', note: asked.note }
  const request: CloseRequest = {
    ...{ act: asked.act, outcome: asked.outcome, by: asked.operator, note: digest, at },
    expiresAt: new Date(now.getTime() + approvalWindowMs).toISOString(),
  }
  const discrepancy = { ...before, request, texts: [...before.texts, note] }
  const { outcome } = asked
  return {
    spool,
    entries: [
      discrepancyEntry('proposed', discrepancy, { actor: byOperator, at, textDigest: digest, outcome }),
    ],
    discrepancies: [discrepancy],
    discrepancy,
    request,
  }
}

/** Closes a block as one operator asked and another one approves. */
export function approveClose(
  spool: Spool,
  kept: Discrepancy,
  approver: string,
  now: Date,
): Decision & { discrepancy: Discrepancy; request: CloseRequest } {
  const before = openBlock(spool, kept)
  const { request } = before
  if (request === null) {
    throw invalidState(`No operator has requested that discrepancy ${before.id} be closed.`, {
      reason: 'request_expired',
      remediation: 'Request it first; another operator approves within 24 hours.',
    })
  }
  const at = now.toISOString()
  const named = { requestId: before.id, requestedBy: request.by, expiresAt: request.expiresAt }
  assertSecondOperator(named, approver, at)
  const note = before.texts.find(({ digest, by }) => digest === request.note && by === 'operator')
  if (note === undefined) throw new Error(`the note of the request of ${before.id} is missing`)
  const operators = [request.by, approver] as const
  return {
    ...closed(spool, before, request, { by: 'operator', note, actor: byOperator, at, operators }),
    request,
  }
}

function openBlock(spool: Spool, kept: Discrepancy): Discrepancy {
  const discrepancy = currentDiscrepancy(kept, spool)
  assertOpen(discrepancy)
  if (discrepancy.severity === 'block') return discrepancy
  throw invalidState(`Discrepancy ${discrepancy.id} does not block: nothing waits for it.`, {
    reason: 'discrepancy_not_blocking',
    remediation: 'Leave it to the parties: each of them can resolve it.',
  })
}

function assertNoneOpen({ id, request }: Discrepancy, now: Date): void {
  if (request === null || request.expiresAt <= now.toISOString()) return
  throw conflict(`${request.by} requested this already.`, {
    reason: 'request_open',
    remediation: `Approve ${id} as another operator before ${request.expiresAt}.`,
  })
}
