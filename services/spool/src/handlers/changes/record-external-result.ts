import { recordExternalResult } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { assertProven } from '../../adapters/verification.ts'
import { isRecorded, readResult, recordResult } from '../../domain/evidence/external-result.ts'
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
        if (viewer.scope !== 'counterparty' && isRecorded(sent, current, deps.hashes)) {
          return { spool, entries: [] }
        }
        assertAllowed('external-result', spool, viewer, now)
        const result = readResult(sent, { spool, evidence, slug: deps.slug, now }, deps.hashes)
        await assertProven(deps, result, request.proof, context)
        return recordResult(result, current, {
          at: now.toISOString(),
          actor: viewer,
          evidenceIdOf: (digest, conditionId) =>
            derivedId('evidence', `${spool.id}:${digest}:${conditionId}`),
          hashes: deps.hashes,
        })
      },
      { isDecidedAtOnce: true },
    )
}
