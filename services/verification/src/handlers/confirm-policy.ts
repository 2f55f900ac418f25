import { absent, confirmPolicy, type ConfirmPolicyRequest, conflict } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, remembered, type Tx } from '@outturn/postgres/typed'
import { actingAccount } from '../domain/acting-account.ts'
import { confirmPolicy as decideConfirmation } from '../domain/policies/confirm-policy.ts'
import { draftPolicy, type PolicyDraft } from '../domain/policies/policy-draft.ts'
import type { PolicyDeps } from '../deps.ts'
import { findPolicy } from '../store/policy-store.ts'
import { recordRecipe } from '../store/recipe-store.ts'
import type { Tables } from '../store/tables.ts'

/** Confirms a draft as often as it is asked, with whatever answers: nothing binds by it. */
export function handleConfirmPolicy({ slug, db }: PolicyDeps): Handler<typeof confirmPolicy> {
  return ({ request }, { commandId, bodyDigest, principal, now }) => {
    const accountId = actingAccount(principal)
    return inTransaction(db, (tx) =>
      remembered(tx, { commandId, bodyDigest, command: confirmPolicy.name }, async () => {
        const draft = await loadDraft(tx, request, { accountId, slug, now })
        const { policy, recipe } = decideConfirmation(draft, request, slug)
        if (recipe !== null) await recordRecipe(tx, accountId, recipe, now)
        return policy
      }),
    )
  }
}

/** The draft as it was answered. The text is read again: what another compiler would read now was never shown. */
async function loadDraft(
  tx: Tx<Tables>,
  { policy_id: policyId, policy_digest }: ConfirmPolicyRequest,
  { accountId, slug, now }: { accountId: string; slug: string; now: Date },
): Promise<PolicyDraft> {
  const stored = await findPolicy(tx, { policyId, accountId, now })
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
  const draft = draftPolicy(stored.request, slug)
  if (draft.digest !== stored.digest) {
    throw conflict('The policy was compiled by another version of the compiler.', {
      field: 'policy_digest',
      reason: 'compiler_changed',
      remediation: 'Compile the text again and confirm what is answered then.',
    })
  }
  return draft
}
