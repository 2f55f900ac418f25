/** The result of a match for one claim, or for a fact that no claim reports. */
export const matchStatuses = [
  'matched',
  'mismatched',
  'unmatched_claim',
  'unmatched_fact',
  'ambiguous',
] as const
export type MatchStatus = (typeof matchStatuses)[number]

/** The members of a claim that a match compares with those of a fact, in the order in which differences are listed. */
export const comparedFields = ['value', 'quantity', 'amount_cents', 'currency'] as const
export type ComparedField = (typeof comparedFields)[number]

/** The members of claims and facts that a match can pair them by. */
export const matchKeys = ['subject', 'predicate'] as const
export type MatchKey = (typeof matchKeys)[number]

/** The result of the last match for a claim. */
export const claimStatuses = ['unmatched', 'matched', 'mismatched', 'ambiguous'] as const
export type ClaimStatus = (typeof claimStatuses)[number]
