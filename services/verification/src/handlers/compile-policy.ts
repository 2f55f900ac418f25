import { compilePolicy, type CompiledPolicy } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { actingAccount } from '../domain/acting-account.ts'
import type { PolicyDeps } from '../deps.ts'
import { recordPolicy } from '../store/policy-store.ts'

const draftLifeMs = 24 * 60 * 60 * 1_000

/**
 * Reads a text, charges for it and keeps the draft, in this order: what is refused costs nothing, and a caller that got no answer
 * repeats the command, whose policy id is charged once. A text of which nothing was read is not charged, unless a model is asked.
 * What a model writes is in this answer and in nothing that is kept of the draft.
 */
export function handleCompilePolicy({
  policies,
  db,
  chargeCompile,
  suggestRewrites,
}: PolicyDeps): Handler<typeof compilePolicy> {
  return async ({ request }, context) => {
    const { commandId, bodyDigest, principal, deadline, now } = context
    const accountId = actingAccount(principal)
    const identity = { commandId, bodyDigest, command: compilePolicy.name }
    const known = await readRememberedReply(db, identity)
    if (known !== null) return known
    const draft = await policies.draft({ accountId, until: deadline }, request)
    const policyId = derivedId('policy', commandId)
    // What the sandbox is for is tried without an account, and costs nothing.
    const isAsked = request.suggest === 'model' && principal.kind !== 'sandbox' && suggestRewrites !== null
    if (isAsked || draft.content.charged !== false)
      await chargeCompile({ compileId: policyId, accountId }, context)
    const content = isAsked
      ? await suggestRewrites({ accountId, until: deadline }, request, draft.content)
      : draft.content
    const expiresAt = new Date(now.getTime() + draftLifeMs)
    return inTransaction(db, (tx) =>
      remembered(tx, identity, async (): Promise<CompiledPolicy> => {
        const policy = { policyId, accountId, request, digest: draft.digest }
        await recordPolicy(tx, policy, { createdAt: now, expiresAt })
        return {
          policy_id: policyId,
          status: 'draft',
          ...content,
          policy_digest: draft.digest,
          expires_at: expiresAt.toISOString(),
        }
      }),
    )
  }
}
