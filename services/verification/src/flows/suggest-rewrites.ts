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
  return async (reader, request, content) => {
    const open = [...content.ambiguities, ...content.unsupported].map(({ source_span }) => source_span)
    const clauses = [...new Map(open.map((span) => [`${span.start} ${span.end}`, span])).values()].slice(
      0,
      maxClauses,
    )
    if (clauses.length === 0) return content
    const asked = { source: request.source, fields: request.fields ?? [], clauses }
    const completion = await model.ask(asked, { accountId: reader.accountId, deadline: reader.until })
    if (completion === undefined) return content
    const kept = await policies.rewrites(reader, { completion, clauses, request }).catch(() => [])
    return withRewrites(content, model.name, rewritesBySpan(clauses, kept))
  }
}

function rewritesBySpan(
  clauses: readonly OpenClause[],
  kept: readonly (readonly string[])[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(clauses.map(({ start, end }, index) => [`${start} ${end}`, kept[index] ?? []]))
}

function withRewrites(
  content: Content,
  model: string,
  bySpan: ReadonlyMap<string, readonly string[]>,
): Content {
  const suggested = <
    Entry extends { readonly source_span: OpenClause; readonly rewrites?: readonly unknown[] },
  >(
    entry: Entry,
  ): Entry => {
    const { start, end } = entry.source_span
    const known = new Set(entry.rewrites)
    const rewrites = (bySpan.get(`${start} ${end}`) ?? []).filter((text) => !known.has(text))
    return rewrites.length === 0 ? entry : { ...entry, model_rewrites: { model, rewrites } }
  }
  return {
    ...content,
    ambiguities: content.ambiguities.map(suggested),
    unsupported: content.unsupported.map(suggested),
  }
}
