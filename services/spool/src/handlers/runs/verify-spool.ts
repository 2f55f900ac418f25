import type { RunOutcome } from '@outturn/agreement'
import { newSpoolName, unprocessable, verifySpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { awaitConfirmations, applyConfirmations, openRun } from '../../domain/runs/open-run.ts'
import { withFacts } from '../../domain/facts/fact-evidence.ts'
import { factsAsEvidence } from '../../flows/runs/facts-as-evidence.ts'
import { correctionByRun } from '../../domain/receipts/supersede-receipt.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { confirmsAgain } from '../../domain/runs/unchanged-run.ts'
import { awaitingSpool, unchangedSpool } from '../../domain/views/verified-spool.ts'
import { unchangedOutcome } from '../../flows/runs/last-run.ts'
import { BareReply } from '../../store/kept-reply.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeSpool, type Decided, namesOneVersion, type SpoolDecision } from '../../flows/change-spool.ts'
import { driveChanged, newProcess, type ReserveRun, withReservation } from '../../flows/runs/open-run.ts'
import { confirmationsOf } from '../../wire/verify-request.ts'

/**
 * Records the confirmations in the request; where there is nothing new to judge, answers with the last run. Else, with all
 * confirmations that are needed, reserves the price, opens the run in one statement and
 * drives it to its receipt. The run takes its id from the command, so a repetition finds it and never makes a second.
 */
export function handleVerifySpool(deps: SpoolDeps): Handler<typeof verifySpool> {
  return async ({ spoolId, expectedVersions, request, evidence: sentAlong }, context) => {
    const runId = derivedId('run', newSpoolName(context.commandId, await deps.epochs.known(context)))
    if (sentAlong !== undefined) {
      throw unprocessable('evidence', 'Only a dry run takes evidence along; this request is none.', {
        remediation: 'Submit the evidence with the evidence action, or send the request with ?dry_run=true.',
      })
    }
    let repeated: RunOutcome | null = null

    async function decide(
      { spool, evidence, viewer, now }: Decided,
      reserve: ReserveRun,
    ): Promise<SpoolDecision> {
      assertAllowed('verify', spool, viewer, now)
      repeated = null
      const at = now.toISOString()
      const confirmations = confirmationsOf(request, namesOneVersion({ expectedVersions }))
      const confirmed = applyConfirmations(
        confirmations,
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
      const facts = await factsAsEvidence(
        deps,
        { spool, held: [...evidence, ...confirmed.items.map(({ item }) => item)], at },
        context,
      )
      if (confirmsAgain(spool, confirmed, confirmations)) {
        const known = [...evidence, ...facts.map(({ item }) => item)]
        repeated = await unchangedOutcome(deps, { spool, evidence: known, now }, context)
        if (repeated !== null) return { spool, entries: [] }
      }
      const judged = withFacts(confirmed, facts, at)
      const evidenceCount = evidence.length + judged.items.length
      const decision = openRun(judged, { runId, at, evidenceCount, askedBy: viewer })
      const accountId = await reserve(spool)
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
          answer({ spool, evidence, now }) {
            const view = toSpoolView(spool, evidence, context.principal, now)
            if (repeated === null) return awaitingSpool(view)
            const receiptId = spool.state.lastRun?.receiptId ?? null
            const unchanged = unchangedSpool(view, repeated, receiptId, deps.publicUrl)
            return receiptId === null ? unchanged : new BareReply(JSON.stringify(unchanged), repeated.runId)
          },
        },
      ),
    )
    return driveChanged(deps, changed, context)
  }
}
