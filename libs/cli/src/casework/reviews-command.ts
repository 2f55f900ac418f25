import type { RequestedReview, Review, ReviewRequest } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines } from '../terminal/table.ts'

const reviews = (options: ConnectionOptions, host: Host) => openClient(options, host).client.reviews

export type RequestOptions = ConnectionOptions & {
  readonly reviewer: string
  readonly question: string
  readonly email?: string
  readonly dispute?: string
  readonly condition?: readonly string[]
  readonly unit?: readonly number[]
  readonly hours?: number
}

/** Asks a named person to review a receipt, and prints the link for that person once. */
export async function runRequestReview(
  receiptId: string,
  options: RequestOptions,
  host: Host,
): Promise<ExitStatus> {
  const requested = await reviews(options, host).request(receiptId, requestOf(options), {
    signal: host.signal,
  })
  printAnswer(host, options, requested, () => [...reviewLines(requested), ...linkLines(requested)])
  return exitStatus.agrees
}

function requestOf({ reviewer, email, question, dispute, condition, unit, hours }: RequestOptions) {
  const body: ReviewRequest = {
    reviewer: { name: reviewer, ...(email !== undefined && { email }) },
    question,
    ...(dispute !== undefined && { dispute_id: dispute }),
    ...((condition !== undefined || unit !== undefined) && {
      scope: {
        ...(condition !== undefined && { condition_ids: [...condition] }),
        ...(unit !== undefined && { units: [...unit] }),
      },
    }),
    ...(hours !== undefined && { expires_in_hours: hours }),
  }
  return body
}

export async function runShowReview(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  return print(await reviews(options, host).get(id, { signal: host.signal }), options, host)
}

export async function runConsentToReview(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  return print(await reviews(options, host).consent(id, { signal: host.signal }), options, host)
}

export async function runWithdrawReview(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  return print(await reviews(options, host).withdraw(id, { signal: host.signal }), options, host)
}

function print(review: Review, options: ConnectionOptions, host: Host): ExitStatus {
  printAnswer(host, options, review, () => reviewLines(review))
  return exitStatus.agrees
}

function reviewLines(review: Review): string[] {
  const { id, receipt_id, status, standing, requested_by, request, notification, decision, effect } = review
  const { replacement_receipt_id: replacement } = review
  return [
    ...pairLines([
      ['Review', id],
      ['Receipt', receipt_id],
      ['Status', status],
      ['Standing', standing],
      ['Asked for by', requested_by],
      ['Reviewer', request.name],
      ['Mail', notification.to === null ? notification.status : `${notification.to}, ${notification.status}`],
      ['Expires', review.expires_at],
      ...(decision === null ? [] : [['Decision', decision.decision] as const]),
      ...(effect === null ? [] : [['Effect', effect] as const]),
      ...(replacement === null ? [] : [['New receipt', replacement] as const]),
      ['You can', review.can.join(', ') || 'do nothing more'],
    ]),
    `Question: ${shown(request.question)}`,
    ...(decision === null || decision.detail === null ? [] : [`Reviewer: ${shown(decision.detail)}`]),
  ]
}

function linkLines({ decision_url: link, request: { name } }: RequestedReview): string[] {
  return [
    `Link for ${shown(name)}: ${shown(link)}`,
    'The holder of the link can decide. It is shown only here: send it to the reviewer alone.',
  ]
}
