import type { ConditionInput } from '@outturn/agreement'
import type { UnsupportedText } from '@outturn/contracts'
import type { AssistedMethod } from '@outturn/vocabulary'

/** Longest claim that a condition cites. */
const maxClaimChars = 500

/** How what no checker decides can be agreed on: the condition of the method that could decide it, and what its author has to add. */
export function assistedEntry(
  text: string,
  { reason, method }: { readonly reason: string; readonly method: AssistedMethod },
): Pick<UnsupportedText, 'reason' | 'suggested_method' | 'condition' | 'incomplete'> {
  return {
    reason,
    suggested_method: method,
    condition: {
      description: text,
      required: true,
      verification_method: method,
      ...(method === 'ai_assisted' && { claim_cited: { claim: claimOf(text) } }),
    } satisfies ConditionInput,
    ...(method === 'external_tool' && { incomplete: ['external_judge'] }),
  }
}

function claimOf(text: string): string {
  const claim = text.slice(0, maxClaimChars)
  // A cut between the halves of a surrogate pair would leave a character that no JSON text holds.
  return /[\uD800-\uDBFF]$/.test(claim) ? claim.slice(0, -1) : claim
}
