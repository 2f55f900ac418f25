import { absent, confirmPolicy, type ConfirmPolicyRequest, conflict } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { actingAccount } from '../domain/acting-account.ts'
import type { PolicyDeps } from '../deps.ts'
import { findPolicy, type StoredPolicy } from '../store/policy-store.ts'
import { recordRecipe } from '../store/recipe-store.ts'

/**
 * Confirms a draft as often as it is asked, with whatever answers: nothing binds by it. The text is read before the transaction
 * begins, which waits for no thread; in it the draft must still be the one that was read.
 */
export function handleConfirmPolicy({ policies, db }: PolicyDeps): Handler<typeof confirmPolicy> {
  return async ({ request }, { commandId, bodyDigest, principal, deadline, now }) => {
    const accountId = actingAccount(principal)
    const identity = { commandId, bodyDigest, command: confirmPolicy.name }
    const known = await readRememberedReply(db, identity)
    if (known !== null) return known
    const policy = { policyId: request.policy_id, accountId, now }
    const stored = keptDraft(await findPolicy(db, policy), request)
    const { policy: confirmed, recipe } = await policies.confirm(
      { accountId, until: deadline },
      { stored: { request: stored.request, digest: stored.digest }, request },
    )
    return inTransaction(db, (tx) =>
      remembered(tx, identity, async () => {
        keptDraft(await findPolicy(tx, policy), request)
        if (recipe !== null) await recordRecipe(tx, accountId, recipe, now)
        return confirmed
      }),
    )
  }
}

/** The draft as it was answered; its digest is that of all that was read in its text. */
function keptDraft(stored: StoredPolicy | null, { policy_digest }: ConfirmPolicyRequest): StoredPolicy {
  if (stored === null) {
    throw absent('There is no such policy, or it has expired.', {
      field: 'policy_id',
      remediation: 'Compile the text again; a draft is kept for 24 hours.',
    })
  }
  if (stored.digest !== policy_digest) {
    throw conflict('The policy has another digest.', {
      field: 'policy_digest',
      reason: 'digest_differs',
      remediation: 'Send the policy_digest that the compiler answered with this policy_id.',
    })
  }
  return stored
}
