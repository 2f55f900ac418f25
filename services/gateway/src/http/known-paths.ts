import type { Route } from './route.ts'

/** The methods that a path has; none for a path that does not exist. */
export type MethodsOf = (path: string) => readonly string[]

/** Matches paths outside the router, for telling a wrong method from a wrong path. What only refuses is no path. */
export function knownPaths(routes: readonly Route[]): MethodsOf {
  const methodsByPattern = new Map<string, Set<string>>()
  for (const { path, method, refuseUnknown } of routes) {
    if (refuseUnknown !== undefined) continue
    const pattern = `^${path.replaceAll(/[.]/g, '\\.').replaceAll(/:\w+/g, '[^/]+')}$`
    const methods = methodsByPattern.get(pattern) ?? new Set()
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    methodsByPattern.set(pattern, methods)
  }
  const known = Array.from(methodsByPattern, ([pattern, methods]) => ({
    pattern: new RegExp(pattern),
    methods: [...methods].toSorted(),
  }))
  return (path) => known.find(({ pattern }) => pattern.test(path))?.methods ?? []
}
