export const partyKinds = ['human', 'agent', 'org', 'service'] as const
export type PartyKind = (typeof partyKinds)[number]

export const partyRoles = ['buyer', 'seller', 'client', 'provider'] as const
export type PartyRole = (typeof partyRoles)[number]

/** The roles on the buyer's side. */
export const buyerRoles = ['buyer', 'client'] as const
export type BuyerRole = (typeof buyerRoles)[number]

/** The two sides of every agreement: a `client` is on the buyer's side, a `seller` on the provider's. */
export const sides = ['buyer', 'provider'] as const
export type Side = (typeof sides)[number]

/** What made an entry of a Spool's history. */
export const actorKinds = ['party', 'service', 'operator', 'reviewer'] as const
export type ActorKind = (typeof actorKinds)[number]

/** What the holder of a key of an account may do. */
export const accountKeyScopes = ['full', 'verify'] as const
export type AccountKeyScope = (typeof accountKeyScopes)[number]

/** What the holder of a key may do. A counterparty key acts for one party of one Spool. */
export const keyScopes = [...accountKeyScopes, 'counterparty'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The same scopes, from the one that may do least: a key for one party of one Spool, one that judges, and one for everything. */
export const scopesFromNarrowest = ['counterparty', 'verify', 'full'] as const satisfies readonly KeyScope[]

/** What the holder of an invited key may do. */
export const invitedKeyScopes = ['verify', 'counterparty'] as const
export type InvitedKeyScope = (typeof invitedKeyScopes)[number]
