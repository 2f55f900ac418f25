import { allServed, type ServedOverHttp } from '@outturn/contracts'
import type { Route } from '../http/route.ts'
import { ordinary } from './ordinary.ts'

/**
 * The routes of all commands that are served: those with a rule of their own, and the ordinary ones beside them. Throws
 * when a declared rule is missing, so that a command that needs one is never served without it.
 */
export function commandRoutes(
  own: readonly Route[],
  served: readonly ServedOverHttp[] = allServed,
): readonly Route[] {
  const ruled = new Set(own.map(({ operationId }) => operationId))
  const undeclared = own.find(({ hasOwnRule }) => hasOwnRule !== true)
  if (undeclared !== undefined) throw new Error(`${undeclared.operationId} does not declare hasOwnRule`)
  const others = served.filter(({ http }) => !ruled.has(http.operationId))
  const missing = others.find(({ http }) => http.hasOwnRule === true)
  if (missing !== undefined) throw new Error(`no route has the rule of ${missing.http.operationId}`)
  return [...own, ...others.map((command) => ordinary(command))]
}
