/** What may hold the money of a Spool, or only wait for a decision. */
export const holdCauses = ['dispute', 'discrepancy', 'review'] as const
export type HoldCause = (typeof holdCauses)[number]

/** Why a dispute that goes on holds nothing any more. */
export const holdEnds = ['budget_spent', 'authorization_ending'] as const
export type HoldEnd = (typeof holdEnds)[number]
