export const agreementModes = ['bilateral', 'unilateral'] as const
export type AgreementMode = (typeof agreementModes)[number]

/** Which parties accepted an agreement. */
export const acceptors = ['initiator', 'provider', 'buyer', 'both'] as const
export type Acceptor = (typeof acceptors)[number]

export const spoolTypes = ['goods_in_person', 'service', 'digital', 'agent_task'] as const
export type SpoolType = (typeof spoolTypes)[number]

/** When an agreement admits no further run. */
export const finalityModes = ['open', 'first_verdict', 'until'] as const
export type FinalityMode = (typeof finalityModes)[number]

/** What the parties mean to do with the verdict. */
export const gatedActions = ['payment', 'workflow_step', 'publish', 'merge', 'delegation', 'other'] as const

/** Where the text of a term comes from. */
export const termSources = ['listing', 'chat', 'image', 'freeform', 'user_added'] as const
export type TermSource = (typeof termSources)[number]

/** The provider path that a Spool takes. */
export const lanePaths = ['person_business', 'agent_software'] as const

export const laneFundings = ['hosted_checkout', 'wallet_authority', 'external'] as const

/** The parts of a policy that a question of the compiler is about. */
export const policyPaths = ['conditions', 'deadline', 'terms', 'unitization', 'value'] as const
export type PolicyPath = (typeof policyPaths)[number]
