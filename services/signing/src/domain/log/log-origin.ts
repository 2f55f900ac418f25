import type { Environment } from '@outturn/vocabulary'

/** Where the log of an environment is served, below the address of the deployment. */
export const logPrefix: Readonly<Record<Environment, string>> = { production: '/log', demo: '/log/demo' }

/**
 * The name that a new log takes: its address without the scheme, as C2SP tlog-tiles recommends. A log keeps its name when
 * the address changes.
 */
export function logOriginOf(publicUrl: string, environment: Environment): string {
  const { host, pathname } = new URL(publicUrl)
  return `${host}${pathname.replace(/\/+$/, '')}${logPrefix[environment]}`
}
