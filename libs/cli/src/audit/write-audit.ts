import type { Environment } from '@outturn/vocabulary'
import type { LogSuccession } from '@outturn/receipt-verifier/issuing'
import type { LogFinding } from '@outturn/transparency-log'

/** How an audit came out, as it is printed. */
export type AuditOutcome = {
  readonly agrees: boolean
  readonly origin: string
  readonly environment: Environment
  /** Leaves of the log, null when it serves no checkpoint of its own. */
  readonly size: number | null
  readonly pinned_origin: string | null
  readonly pinned_size: number | null
  /** Logs that ended before this one, by the statements that ended them. */
  readonly ended: readonly LogSuccession[]
  readonly findings: readonly LogFinding[]
  readonly receipt: { readonly id: string; readonly leaf: number | null } | null
  readonly keys: 'given' | 'of_service'
}

export function writeAudit(outcome: AuditOutcome, print: (line: string) => void): void {
  const { agrees, origin, size, pinned_size: pinnedSize, findings, receipt, keys } = outcome
  for (const each of outcome.ended) print(lineOfEnd(each))
  if (size !== null) print(`The log ${origin} has ${size} leaves.`)
  for (const { detail } of findings) print(detail)
  if (receipt !== null && receipt.leaf !== null) print(`Receipt ${receipt.id} is leaf ${receipt.leaf}.`)
  if (keys === 'of_service') {
    print('Note: the keys are those that the service serves now. Give those that you pinned with --keys.')
  }
  if (!agrees) return print('BROKEN: do not rely on this log, and keep what you have of it.')
  print(
    pinnedSize === null
      ? 'WHOLE: every leaf is there and signed for.'
      : outcome.ended.some(({ old_origin: ended }) => ended === outcome.pinned_origin)
        ? `WHOLE: the pinned log ended by declaration, what is served of it is as it was, and every leaf of its successor is there.`
        : `WHOLE: it goes on from the pinned ${pinnedSize} leaves, and none was rewritten, hidden or reordered.`,
  )
}

function lineOfEnd({
  old_origin: origin,
  last_size: size,
  restored_to: restoredTo,
  declared_at: at,
}: LogSuccession): string {
  const lost =
    restoredTo < size ? `leaves ${restoredTo} to ${size - 1} are not served` : 'all of its leaves are served'
  return `The log ${origin} ended at ${size} leaves by declaration of ${at}; ${lost}.`
}
