import type { PersonRole } from '@outturn/vocabulary'

/** Roles that change caps and thresholds, buy credits, and read credits and statements. */
export const moneyRoles = ['owner', 'billing'] as const satisfies readonly PersonRole[]

/** Roles that see the keys of the account with their caps. */
export const capRoles = ['owner', 'developer', 'billing'] as const satisfies readonly PersonRole[]

export function changesMoney(role: PersonRole): boolean {
  return role === 'owner' || role === 'billing'
}

export function seesCaps(role: PersonRole): boolean {
  return role !== 'viewer'
}
