/** What pays for a run. */
export const fundingSources = ['allowance', 'credits', 'free'] as const

/** Where granted credits come from. */
export const creditGrantSources = ['promo', 'operator'] as const
export type CreditGrantSource = (typeof creditGrantSources)[number]

/** What would pay for a run; `nothing` when the account has neither an allowance nor credits left. */
export const runCoverages = [...fundingSources, 'nothing'] as const
