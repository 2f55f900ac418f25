/**
 * Ways in which the parties' money can move under this deployment. `external` moves nothing: a wallet, marketplace or
 * payment system settles by its own rules with the signed receipt in hand.
 */
export const configuredAdapters = ['external'] as const
