import type { Dispute, DisputeAnswer, DisputeRequest } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines } from '../terminal/table.ts'
import { outcomesOf } from './case-options.ts'

const disputes = (options: ConnectionOptions, host: Host) => openClient(options, host).client.disputes

export type OpenDisputeOptions = ConnectionOptions & {
  readonly reason: string
  readonly detail: string
  readonly requested: string
  readonly condition?: readonly string[]
  readonly unit?: readonly number[]
  readonly evidence?: readonly string[]
  readonly outcome?: readonly string[]
}

export async function runOpenDispute(
  receiptId: string,
  options: OpenDisputeOptions,
  host: Host,
): Promise<ExitStatus> {
  const { reason, detail, requested, condition, unit, evidence, outcome } = options
  // The service names the values that it takes.
  const body = {
    reason,
    detail,
    requested,
    ...(condition !== undefined && { condition_ids: condition }),
    ...(unit !== undefined && { units: unit }),
    ...(evidence !== undefined && { evidence_refs: evidence }),
    ...(outcome !== undefined && { proposed_outcomes: outcomesOf(outcome) }),
  } as DisputeRequest
  return print(await disputes(options, host).open(receiptId, body, { signal: host.signal }), options, host)
}

export async function runShowDispute(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  return print(await disputes(options, host).get(id, { signal: host.signal }), options, host)
}

export type RespondOptions = ConnectionOptions & {
  readonly detail?: string
  readonly outcome?: readonly string[]
}

export async function runRespondToDispute(
  id: string,
  answer: string,
  options: RespondOptions,
  host: Host,
): Promise<ExitStatus> {
  const { detail, outcome } = options
  const body = {
    answer,
    ...(detail !== undefined && { detail }),
    ...(outcome !== undefined && { condition_outcomes: outcomesOf(outcome) }),
  } as DisputeAnswer
  return print(await disputes(options, host).respond(id, body, { signal: host.signal }), options, host)
}

export async function runWithdrawDispute(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  return print(await disputes(options, host).withdraw(id, { signal: host.signal }), options, host)
}

export type StateOptions = ConnectionOptions & {
  readonly detail: string
  readonly evidence?: readonly string[]
}

/** Adds a statement for the other party and a reviewer. */
export async function runStateInDispute(id: string, options: StateOptions, host: Host): Promise<ExitStatus> {
  const { detail, evidence } = options
  const body = { detail, ...(evidence !== undefined && { evidence: [...evidence] }) }
  return print(await disputes(options, host).addStatement(id, body, { signal: host.signal }), options, host)
}

function print(dispute: Dispute, options: ConnectionOptions, host: Host): ExitStatus {
  printAnswer(host, options, dispute, () => disputeLines(dispute))
  return exitStatus.agrees
}

function disputeLines(dispute: Dispute): string[] {
  const { resolution, proposal, statements = [], can = [] } = dispute
  return [
    ...pairLines([
      ['Dispute', dispute.id],
      ['Receipt', dispute.receipt_id],
      ['Status', dispute.status],
      ['Opened by', dispute.opened_by],
      ['Reason', dispute.reason],
      ['Asks for', dispute.requested],
      ['Resolved by', dispute.resolver],
      ['Holds the money', dispute.holds_settlement ? 'yes' : 'no'],
      ['Deadline', dispute.deadline],
      ...(proposal === undefined || proposal === null ? [] : [['Proposal by', proposal.by] as const]),
      ...(resolution === null ? [] : [['Outcome', resolution.outcome] as const]),
      ...(resolution?.replacement_receipt_id === undefined
        ? []
        : [['New receipt', resolution.replacement_receipt_id] as const]),
      ['You can', can.join(', ') || 'do nothing more'],
    ]),
    shown(dispute.detail),
    ...statements.map(({ by, at, detail }) => `${at} ${by}: ${shown(detail)}`),
  ]
}
