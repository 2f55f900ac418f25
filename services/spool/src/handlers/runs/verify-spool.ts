import { unprocessable, verifySpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { awaitConfirmations, applyConfirmations, openRun } from '../../domain/runs/open-run.ts'
import { correctionByRun } from '../../domain/receipts/supersede-receipt.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { awaitingSpool } from '../../domain/views/verified-spool.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeSpool, type Decided, namesOneVersion, type SpoolDecision } from '../../flows/change-spool.ts'
import { driveChanged, newProcess, withReservation } from '../../flows/runs/open-run.ts'
import { confirmationsOf } from '../../wire/verify-request.ts'

/**
 * Records the confirmations in the request; with all that are needed, reserves the price, opens the run in one statement and
 * drives it to its receipt. The run takes its id from the command, so a repetition finds it and never makes a second.
 */
export function handleVerifySpool(deps: SpoolDeps): Handler<typeof verifySpool> {
  return async ({ spoolId, expectedVersions, request, evidence: sentAlong }, context) => {
    const runId = derivedId('run', context.commandId)
    if (sentAlong !== undefined) {
      throw unprocessable('evidence', 'Only a dry run takes evidence along; this request is none.', {
        remediation: 'Submit the evidence with the evidence action, or send the request with ?dry_run=true.',
      })
    }
    async function decide(
      { spool, evidence, viewer, now }: Decided,
      reserve: () => Promise<string>,
    ): Promise<SpoolDecision> {
      assertAllowed('verify', spool, viewer, now)
      const at = now.toISOString()
      const confirmed = applyConfirmations(
        confirmationsOf(request, namesOneVersion({ expectedVersions })),
        { spool, evidence, viewer },
        {
          at,
          evidenceIdOf: ({ index, side }) =>
            derivedId('evidence', `${context.commandId}:confirmation:${index}:${side}`),
          hashes: deps.hashes,
        },
      )
      const waiting = awaitConfirmations(confirmed, at)
      if (waiting !== null) return waiting
      const evidenceCount = evidence.length + confirmed.items.length
      const decision = openRun(confirmed, { runId, at, evidenceCount, askedBy: viewer })
      const accountId = await reserve()
      return {
        ...decision,
        opens: newProcess(deps, context, {
          runId,
          spoolId,
          accountId,
          request: {
            kind: 'verify',
            askedBy: context.principal,
            attempt: spool.state.runs + 1,
            evidenceCount,
            correction: correctionByRun(spool),
          },
          now,
        }),
      }
    }

    const changed = await withReservation(deps, { runId, spoolId, kind: 'verify' }, context, (reserve) =>
      changeSpool(
        deps,
        verifySpool,
        { spoolId, expectedVersions },
        context,
        (current) => decide(current, reserve),
        {
          isDecidedAtOnce: true,
          answer: ({ spool, evidence, now }) =>
            awaitingSpool(toSpoolView(spool, evidence, context.principal, now)),
        },
      ),
    )
    return driveChanged(deps, changed, context)
  }
}
