import type { CompilePolicyRequest } from '@outturn/contracts'
import type { PolicyModel } from '../adapters/policy-model.ts'
import type { PolicyReader, Reader } from '../adapters/policy-reader.ts'
import type { ShownDraft } from '../adapters/policy-reading.ts'
import type { OpenClause } from '../domain/policies/rewrite-request.ts'

type Content = ShownDraft['content']

/** The same content with the sentences of a model beside what is open; the content itself where it wrote none that hold. */
export type SuggestRewrites = (
  reader: Reader,
  request: CompilePolicyRequest,
  content: Content,
) => Promise<Content>

/** The most clauses that a model is asked about at once. */
const maxClauses = 20

/**
 * A model stands beside the rules: it is shown the text and the fields of the request and never a row, and what it writes is read by
 * the same rules. Without its answer the content is as it is.
 */
export function createRewriteSuggester(
  model: PolicyModel,
  policies: Pick<PolicyReader, 'rewrites'>,
): SuggestRewrites {
  /** A command that is sent again while its answer is made waits for the one answer. */
  const underWay = new Map<string, Promise<Content>>()

  async function suggest(reader: Reader, request: CompilePolicyRequest, content: Content): Promise<Content> {
    const open = [...content.ambiguities, ...content.unsupported].map(({ source_span }) => source_span)
    const clauses = [...new Map(open.map((span) => [placeOf(span), span])).values()].slice(0, maxClauses)
    if (clauses.length === 0) return content
    const asked = { source: request.source, fields: request.fields ?? [], clauses }
    const completion = await model.ask(asked, { accountId: reader.accountId, deadline: reader.until })
    if (completion === undefined) return content
    const kept = await policies.rewrites(reader, { completion, clauses, request }).catch(() => [])
    return withRewrites(content, model.name, rewritesByPlace(clauses, kept))
  }

  return (reader, request, content) => {
    const key = JSON.stringify([reader.accountId, request])
    const known = underWay.get(key)
    if (known !== undefined) return known
    const suggested = suggest(reader, request, content).finally(() => underWay.delete(key))
    underWay.set(key, suggested)
    return suggested
  }
}

function placeOf({ start, end }: OpenClause): string {
  return `${start} ${end}`
}

function rewritesByPlace(
  clauses: readonly OpenClause[],
  kept: readonly (readonly string[])[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(clauses.map((clause, index) => [placeOf(clause), kept[index] ?? []]))
}

function withRewrites(
  content: Content,
  model: string,
  byPlace: ReadonlyMap<string, readonly string[]>,
): Content {
  const suggested = <
    Entry extends { readonly source_span: OpenClause; readonly rewrites?: readonly unknown[] },
  >(
    entry: Entry,
  ): Entry => {
    const known = new Set(entry.rewrites)
    const rewrites = (byPlace.get(placeOf(entry.source_span)) ?? []).filter((text) => !known.has(text))
    return rewrites.length === 0 ? entry : { ...entry, model_rewrites: { model, rewrites } }
  }
  return {
    ...content,
    ambiguities: content.ambiguities.map(suggested),
    unsupported: content.unsupported.map(suggested),
  }
}
