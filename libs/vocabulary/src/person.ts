import { keyScopes } from './party.ts'

/** What a person may do in the console for an account. */
export const personRoles = ['owner', 'developer', 'billing', 'viewer'] as const
export type PersonRole = (typeof personRoles)[number]

/** What a caller may do for an account: as a key, or as a person. `read` changes nothing; `billing` changes caps, thresholds and packs alone. */
export const callerScopes = [...keyScopes, 'read', 'billing'] as const
export type CallerScope = (typeof callerScopes)[number]

/** What the services let a person of each role do. */
export const scopeOfRole = {
  owner: 'full',
  developer: 'full',
  billing: 'billing',
  viewer: 'read',
} as const satisfies Record<PersonRole, CallerScope>
