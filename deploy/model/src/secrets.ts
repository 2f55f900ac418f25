import { allBusPermissions } from './bus-permissions.ts'
import { allRoles } from './schema-roles.ts'

/** A value that no one but its process may read. Each lies in a file named for it. */
export type Secret =
  /** Password of a user of the bus. */
  | { readonly kind: 'bus-password'; readonly name: `nats-${string}`; readonly user: string }
  /** Postgres URL of a role, with its password. */
  | { readonly kind: 'database-url'; readonly name: `url-${string}`; readonly role: string }
  /** A random value that is made once. */
  | { readonly kind: 'random'; readonly name: string }
  /** A value that others give; the file is empty until then. */
  | { readonly kind: 'given'; readonly name: string }

/** Role that prepares the database. */
export const superuser = 'postgres'
/** Password of the superuser, as the Postgres server reads it. */
export const superuserPassword: Secret = { kind: 'random', name: 'postgres' }
/** Without it every API key stops working. */
export const keyPepper: Secret = { kind: 'random', name: 'key-pepper' }

/** Without it no source can be checked. */
export const sourceKey: Secret = { kind: 'random', name: 'source-key' }
/** Without it the links of open reviews stop working. */
export const reviewKey: Secret = { kind: 'random', name: 'review-key' }

export function busPassword(user: string): Secret {
  return { kind: 'bus-password', name: `nats-${user}`, user }
}

export function databaseUrl(role: string): Secret {
  return { kind: 'database-url', name: `url-${role}`, role }
}

/** Environment variable by which nats-server reads the password of a user. */
export function natsPasswordVariable(userName: string): string {
  return `NATS_PASSWORD_${userName.toUpperCase()}`
}

/** Every secret of a deployment. */
export const allSecrets: readonly Secret[] = [
  superuserPassword,
  keyPepper,
  sourceKey,
  reviewKey,
  ...allBusPermissions().map(({ userName }) => busPassword(userName)),
  ...[superuser, ...allRoles].map(databaseUrl),
]
