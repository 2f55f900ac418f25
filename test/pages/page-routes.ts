import { routeTable } from '@outturn/gateway/routes'

/** A page of the product, as the gateway declares it. */
export type PageRoute = {
  readonly operationId: string
  readonly path: string
  /** Whether only people who are signed in may open it. */
  readonly isForPeople: boolean
}

type Assets = Parameters<typeof routeTable>[1]

/** Files of pages that are never loaded. */
const noAssets: Assets = {
  stylesheet: '',
  scripts: new Proxy({} as Assets['scripts'], { get: () => '' }),
  files: new Map(),
}

/** Every page that a browser opens by its address; a page that is added to the routes is here without a further line. */
export const pageRoutes: readonly PageRoute[] = routeTable('outturn', noAssets)
  .filter(({ method, success: { content } }) => {
    const mediaType = content !== undefined && 'mediaType' in content ? content.mediaType : null
    return method === 'GET' && mediaType === 'text/html'
  })
  .map(({ operationId, path, access }) => ({ operationId, path, isForPeople: access.kind === 'person' }))

/** The names of the parameters in the path of a page. */
export function parametersOf({ path }: PageRoute): readonly string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
}
