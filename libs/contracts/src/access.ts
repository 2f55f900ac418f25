import type { KeyScope, PersonRole } from '@outturn/vocabulary'

/** Who may use an endpoint. */
export type Access =
  /** Anyone; a credential only decides which quota counts and, where the call is paid for, whose the payment is. */
  | { readonly kind: 'open' }
  /** The holder of a key of one of these scopes or of a sandbox session, and a caller that names the Spool by its share id. */
  | { readonly kind: 'shared'; readonly scopes: readonly KeyScope[] }
  /** The holder of a sandbox session; one that was invited to a single Spool where the scope of a counterparty suffices. */
  | ({ readonly kind: 'session'; readonly scopes: readonly KeyScope[] } & OnlyTried)
  /** The holder of a key of one of these scopes, or of a sandbox session unless the sandbox lacks the capability. */
  | ({
      readonly kind: 'key'
      readonly scopes: readonly KeyScope[]
      readonly sandbox: boolean
      /** Set where a sandbox session counts as no credential: the data are of production, and no capability is lacking. */
      readonly ignoresSessions?: true
    } & OnlyTried)
  /** A person who is signed in to the console with one of these roles. */
  | { readonly kind: 'person'; readonly roles: readonly PersonRole[] }

/** Scopes among those admitted that may take the operation as a dry run alone. */
type OnlyTried = { readonly onlyDryRun?: readonly KeyScope[] }

export const openAccess: Access = { kind: 'open' }
export const anyScope = ['full', 'verify', 'counterparty'] as const satisfies readonly KeyScope[]
export const sessionAccess = { kind: 'session', scopes: anyScope } as const satisfies Access
/** A session that was opened, not one that was invited. */
export const ownSessionAccess: Access = { kind: 'session', scopes: ['full'] }

/** Access with a key of one of these scopes. `sandbox: false` means that the sandbox lacks the capability. */
export function keyAccess(
  scopes: readonly KeyScope[],
  { sandbox = true, ...others }: { sandbox?: boolean; ignoresSessions?: true } & OnlyTried = {},
): Access {
  return { kind: 'key', scopes, sandbox, ...others }
}

/** Access of people who are signed in with one of these roles. */
export function personAccess(roles: readonly PersonRole[]): Access {
  return { kind: 'person', roles }
}
