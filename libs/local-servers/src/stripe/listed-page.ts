/** One page of a list of the API, the newest first, of what was made in the time that the query names. */
export function listedPage<Item extends { readonly id: string; readonly created: number }>(
  items: readonly Item[],
  query: URLSearchParams,
): { object: 'list'; data: readonly Item[]; has_more: boolean } {
  const from = Number(query.get('created[gte]') ?? 0)
  const to = Number(query.get('created[lte]') ?? Number.MAX_SAFE_INTEGER)
  const limit = Number(query.get('limit') ?? 10)
  const newestFirst = items.filter(({ created }) => created >= from && created <= to).toReversed()
  const after = newestFirst.findIndex(({ id }) => id === query.get('starting_after')) + 1
  return {
    object: 'list',
    data: newestFirst.slice(after, after + limit),
    has_more: newestFirst.length > after + limit,
  }
}
