import { checkJudgeProof, Refusal, recordExternalResult } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import {
  isRecorded,
  type JudgedResult,
  readResult,
  recordResult,
} from '../../domain/evidence/external-result.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** Keeps the proven result of a declared outside judge. The very same result, sent again, changes nothing. */
export function handleRecordExternalResult(deps: SpoolDeps): Handler<typeof recordExternalResult> {
  return ({ request, ...target }, context) =>
    changeAndReply(deps, recordExternalResult, target, context, async (current) => {
      const { spool, evidence, viewer, now } = current
      const { id: spoolId } = spool
      if (viewer.scope !== 'counterparty' && isRecorded(request, current, deps.hashes)) {
        return { spool, entries: [] }
      }
      assertAllowed('external-result', spool, viewer, now)
      const result = readResult(request, { spool, evidence, slug: deps.slug, now }, deps.hashes)
      await assertProven(deps, result, context)
      return recordResult(result, current, {
        at: now.toISOString(),
        actor: viewer,
        evidenceIdOf: (digest, conditionId) => derivedId('evidence', `${spoolId}:${digest}:${conditionId}`),
        hashes: deps.hashes,
      })
    })
}

async function assertProven(
  deps: SpoolDeps,
  { judge, signedText, request }: JudgedResult,
  context: CommandContext,
): Promise<void> {
  const { valid, reason } = await deps.bus.request(
    checkJudgeProof,
    { judge, text: signedText, proof: request.proof },
    {
      commandId: `judge-proof:${context.commandId}`,
      principal: context.principal,
      requestId: context.requestId,
      deadline: context.deadline,
    },
  )
  if (valid) return
  throw new Refusal('validation_failed', `The proof is not that of the judge ${judge.id}.`, {
    field: 'proof',
    meaning: true,
    remediation:
      'Sign the canonical JSON of the result, with the id and the agreement hash of this Spool, by the declared key.',
    ...(reason !== null && { reason }),
  })
}
