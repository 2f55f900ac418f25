import FindMyWay from 'find-my-way'
import type { Route } from './route.ts'

/** The methods that a path has; none for a path that does not exist. */
export type MethodsOf = (path: string) => readonly string[]

const methods = ['DELETE', 'GET', 'HEAD', 'POST'] as const

/** Looks a path up as the server's router does, to tell a wrong method from a wrong path. What only refuses is no path. */
export function knownPaths(routes: readonly Route[], maxParamLength: number): MethodsOf {
  const router = FindMyWay({ maxParamLength })
  for (const { path, method, refuseUnknown } of routes) {
    if (refuseUnknown === undefined) router.on(method === 'GET' ? ['GET', 'HEAD'] : method, path, () => {})
  }
  return (path) => methods.filter((method) => router.find(method, path) !== null)
}
