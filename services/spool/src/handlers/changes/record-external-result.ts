import { recordExternalResult } from '@outturn/contracts'
import { type Handler, ownTurn } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { assertProven } from '../../adapters/verification.ts'
import {
  isRecorded,
  readResult,
  recordResult,
  resultContent,
} from '../../domain/submissions/external-result.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** Keeps the proven result of a declared outside judge. The very same result, sent again, changes nothing. */
export function handleRecordExternalResult(deps: SpoolDeps): Handler<typeof recordExternalResult> {
  return ({ request, ...target }, context) =>
    changeAndReply(
      deps,
      recordExternalResult,
      target,
      context,
      async (current) => {
        const { spool, evidence, viewer, now } = current
        const sent = { ...request, evidence_refs: request.evidence_refs ?? [] }
        const content = resultContent(sent, spool, deps.hashes)
        if (viewer.scope !== 'counterparty' && isRecorded(content, evidence)) return { spool, entries: [] }
        assertAllowed('external-result', spool, viewer, now)
        // A result may be a megabyte: what reads it again does so in another turn of the event loop.
        await ownTurn()
        const result = readResult(sent, { spool, evidence, slug: deps.slug, now }, deps.hashes)
        await assertProven(deps, result, request.proof, context)
        return recordResult(result, content, current, {
          at: now.toISOString(),
          actor: viewer,
          evidenceIdOf: (digest, conditionId) =>
            derivedId('evidence', `${spool.id}:${digest}:${conditionId}`),
        })
      },
      { isDecidedAtOnce: true },
    )
}
