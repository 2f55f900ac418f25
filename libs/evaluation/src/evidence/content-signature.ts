import type { VerificationPlan } from '@outturn/agreement'
import {
  answers,
  isUnbound,
  namesSource,
  readsDelivery,
  readsTimes,
  type SelectableItem,
  selectEvidence,
} from './selected-evidence.ts'

/** An item as far as it decides what a run says of it. */
export type SignedItem = SelectableItem & { readonly receivedAt: string }

type KnownItems<Item> = {
  readonly isStatement: (item: Item) => boolean
  readonly keyOf: (item: Item) => string
  readonly onlyAgreed?: boolean
}

/**
 * What each condition of a plan is judged on, as one text for each condition id: the contents with what the plan asks about how they were
 * come by, without the ids of the items. Where two lists of evidence have the same texts, a run over the one says what a run over the
 * other says.
 *
 * @param items evidence in receipt order
 * @param known.keyOf a text that is equal for items that hold the same in the same form
 * @param known.onlyAgreed leaves out what a bound condition is not bound to, which is listed for it and not judged
 */
export function contentSignatures<Item extends SignedItem>(
  plan: Pick<VerificationPlan, 'conditions' | 'evidence_policy_version'>,
  items: readonly Item[],
  { isStatement, keyOf, onlyAgreed = false }: KnownItems<Item>,
): ReadonlyMap<string, string> {
  const selection = selectEvidence(plan, items, { isStatement, keyOf })
  return new Map(
    plan.conditions.map((condition) => {
      const { condition_id: id, evidence_requirements: agreed } = condition
      const isTimed = readsTimes(condition)
      const ages = agreed.some(({ freshness }) => freshness !== undefined)
      const isOfSource = !isUnbound(condition) || namesSource(condition)
      const isJudged = (item: Item) =>
        !onlyAgreed || isUnbound(condition) || isStatement(item) || agreed.some((each) => answers(item, each))
      const listed = selection.of(condition)
      // What people and judges outside look at is all that was delivered, whichever condition it was sent for.
      const seen =
        isUnbound(condition) && !readsDelivery(condition)
          ? [
              ...listed.filter((item) => isStatement(item) || item.onBehalfOf !== 'provider'),
              ...selection.delivered(),
            ]
          : listed
      const judged = seen.filter(isJudged)
      const texts = judged.map((item) => {
        if (isStatement(item)) return item.id
        const { onBehalfOf, type, provenance, observedAt, receivedAt, source } = item
        const arrival = isTimed || ages ? receivedAt : null
        return [onBehalfOf, type, keyOf(item), provenance, observedAt, arrival, isOfSource ? source : null]
      })
      return [id, JSON.stringify(texts)] as const
    }),
  )
}
