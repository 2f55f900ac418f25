/** What a person may do in the console for an account. */
export const personRoles = ['owner', 'developer', 'billing', 'viewer'] as const
export type PersonRole = (typeof personRoles)[number]
