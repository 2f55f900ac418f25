/** The least that is taken from a card, in cents. */
export const minCardCents = 50

/** What pays for a run. */
export const fundingSources = ['allowance', 'credits', 'free'] as const

/** Where the credits come from that an operator grants. */
export const operatorGrantSources = ['promo', 'operator'] as const
export type OperatorGrantSource = (typeof operatorGrantSources)[number]

/** Protocols by which a program buys a credit pack. */
export const packRails = ['mpp', 'x402'] as const
export type PackRail = (typeof packRails)[number]

/** Where granted credits come from. */
export const creditGrantSources = [...operatorGrantSources, 'pack_mpp', 'pack_x402'] as const
export type CreditGrantSource = (typeof creditGrantSources)[number]

/** What would pay for a run; `nothing` when the account has neither an allowance nor credits left. */
export const runCoverages = [...fundingSources, 'nothing'] as const
