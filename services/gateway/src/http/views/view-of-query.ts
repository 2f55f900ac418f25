import { type Endpoint, invalid, type View, views } from '@outturn/contracts'

/** The view that a query asks for, and the query without it; the view of an operation that has none is full. */
export function viewOfQuery({ hasViews = false }: Pick<Endpoint, 'hasViews'>, query: unknown) {
  if (!hasViews) return { view: 'full' as View, rest: query }
  const { view: asked = 'full', ...rest } = query as Readonly<Record<string, unknown>>
  const view = views.find((each) => each === asked)
  if (view !== undefined) return { view, rest }
  throw invalid('view', `view must be ${views.join(' or ')}.`)
}
