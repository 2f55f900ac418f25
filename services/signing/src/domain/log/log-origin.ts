import type { Environment } from '@outturn/vocabulary'

/** Where the log of an environment is served, below the address of the deployment. */
export const logPrefix: Readonly<Record<Environment, string>> = { production: '/log', demo: '/log/demo' }

/** The form of the leaves: a log whose leaves have another form is another log, with another name. */
const leafForm = 2

/**
 * The name that a new log takes: its address without the scheme, as C2SP tlog-tiles recommends, and the form of its
 * leaves. A log keeps its name when the address changes.
 */
export function logOriginOf(publicUrl: string, environment: Environment): string {
  const { host, pathname } = new URL(publicUrl)
  return `${host}${pathname.replace(/\/+$/, '')}${logPrefix[environment]}/${leafForm}`
}

/** The number that a log is named with, or null for a name without one. */
export function logNumberOf(origin: string): number | null {
  const [, number] = /\/(\d{1,15})$/.exec(origin) ?? []
  return number === undefined ? null : Number(number)
}

/** Whether a log follows another one, of which it has the name and a higher number. */
export function isLaterLog(origin: string, than: string): boolean {
  const nameOf = (each: string) => each.replace(/\d+$/, '')
  return nameOf(origin) === nameOf(than) && (logNumberOf(origin) ?? 0) > (logNumberOf(than) ?? 0)
}
