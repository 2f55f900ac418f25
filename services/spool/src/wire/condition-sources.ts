import { Refusal } from '@outturn/contracts'

/** Where a condition that binds stands in the request: one text may be several conditions. */
export type ConditionSource = { readonly index: number; readonly isText: boolean }

/**
 * Drafts conditions, and has a refusal name the one that the caller sent: by its index in the request, and as a whole where it was sent
 * as a text, which has no members.
 */
export function inCallersOrder<Drafted>(
  sources: readonly ConditionSource[],
  draftConditions: () => Drafted,
): Drafted {
  try {
    return draftConditions()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [, index, member] = /^conditions\[(\d+)\](.*)$/s.exec(error.options.field ?? '') ?? []
    const source = index === undefined ? undefined : sources[Number(index)]
    if (source === undefined) throw error
    const field = `conditions[${source.index}]${source.isText ? '' : member}`
    throw new Refusal(error.code, error.message, { ...error.options, field }, error.status)
  }
}
