import { judgedPartOf } from '@outturn/checkers'
import {
  checkerOf,
  contentKeyOf,
  type EvidenceRequirement,
  type PlanCondition,
  type RunEvidence,
  type VerificationPlan,
} from '@outturn/agreement'
import { claimOf } from '../executors/claim-text.ts'
import { judgesOneDelivery, judgesWholeDelivery } from '../plan.ts'
import { deliveringSide, supplierOf } from './delivery.ts'

/** An item as far as it decides which conditions it counts for. */
export type SelectableItem = Pick<
  RunEvidence,
  | 'id'
  | 'conditionId'
  | 'onBehalfOf'
  | 'source'
  | 'type'
  | 'contentDigest'
  | 'contentKey'
  | 'provenance'
  | 'observedAt'
>

/** Which items of a run count for which condition. All lists are in receipt order. */
export interface EvidenceSelection<Item> {
  /** The items that are listed for a condition and that it may be judged on. */
  readonly of: (condition: PlanCondition) => readonly Item[]
  /** The same without what only the time of the delivery is read from. */
  readonly contentsOf: (condition: PlanCondition) => readonly Item[]
  /** All that the provider side supplied and that counts, whichever condition it names. */
  readonly delivered: () => readonly Item[]
}

/** What is known of the contents of items, where they are at hand. */
export interface KnownContents<Item> {
  readonly isStatement: (item: Item) => boolean
  readonly canRead: (condition: PlanCondition, item: Item) => boolean
  /** Null where the form is not known; then an item stands beside any other. */
  readonly formOf: (item: Item) => string | null
  readonly preferredForm: (condition: PlanCondition) => string | null
  /** A text that is equal for items that hold the same in the same form. */
  readonly keyOf: (item: Item) => string
}

type SelectingPlan = Pick<VerificationPlan, 'conditions' | 'evidence_policy_version'>

const nothingKnown: KnownContents<SelectableItem> = {
  isStatement: () => false,
  canRead: () => true,
  formOf: () => null,
  preferredForm: () => null,
  keyOf: contentKeyOf,
}

/**
 * Selects the latest items of each party and source. In a plan that judges one delivery, a condition shares what the provider
 * supplied for the others: all of it where it has no item of its own, and in a plan that judges the whole delivery every
 * form of content of which it has none. The time of the delivery is that of all of it. A statement is replaced by
 * statements only, so that no one displaces one by evidence that borrows the name of its source.
 */
export function selectEvidence<Item extends SelectableItem>(
  plan: SelectingPlan,
  evidence: readonly Item[],
  contents: Partial<KnownContents<Item>> = {},
): EvidenceSelection<Item> {
  const known: KnownContents<Item> = { ...nothingKnown, ...contents }
  const isWhole = judgesWholeDelivery(plan)
  const equalityOf = equalityBy(known.keyOf)
  const own = remembered((condition: PlanCondition) => latestBySource(condition, evidence, known, isWhole))
  const isDelivered = (item: Item) => item.onBehalfOf === 'provider' && !known.isStatement(item)
  const supplied = remembered((condition: PlanCondition) =>
    own(condition).filter((item) => isDelivered(item) && isAnswering(condition, item)),
  )
  const inOrder = (...lists: readonly (readonly Item[])[]) => {
    const items = new Set(lists.flat())
    return evidence.filter((item) => items.has(item))
  }
  const delivered = once(() => {
    const items = inOrder(...plan.conditions.map(supplied))
    return isWhole ? withoutEqual(inOrder(items, whole.answeringAny()), equalityOf) : items
  })
  const shared = once(() => {
    const [unbound, bound] = [
      plan.conditions.filter(isUnbound),
      plan.conditions.filter((each) => !isUnbound(each)),
    ]
    const ofUnbound = withoutRepetitions(unbound.map(supplied))
    return inOrder(ofUnbound.length > 0 ? ofUnbound : withoutRepetitions(bound.map(supplied)))
  })
  const whole = wholeDelivery(plan, { evidence, own, supplied, shared, isDelivered }, known)
  const contentsOf = (condition: PlanCondition) => {
    if (isWhole) return whole.contentsOf(condition)
    const mine = own(condition)
    const isShared = judgesOneDelivery(plan) && isUnbound(condition) && readsDelivery(condition)
    return !isShared || mine.some(isDelivered) ? mine : inOrder(mine, shared())
  }
  return {
    of: (condition) => {
      if (!judgesOneDelivery(plan) || !readsTimes(condition)) return contentsOf(condition)
      if (isWhole) return whole.timesOf(condition, delivered())
      return isUnbound(condition) ? inOrder(own(condition), delivered()) : contentsOf(condition)
    },
    contentsOf,
    delivered,
  }
}

type Supply<Item> = {
  readonly evidence: readonly Item[]
  readonly own: (condition: PlanCondition) => readonly Item[]
  readonly supplied: (condition: PlanCondition) => readonly Item[]
  readonly shared: () => readonly Item[]
  readonly isDelivered: (item: Item) => boolean
}

/** The selection of a plan that judges the whole delivery. */
function wholeDelivery<Item extends SelectableItem>(
  { conditions }: SelectingPlan,
  { evidence, own, supplied, shared, isDelivered }: Supply<Item>,
  known: KnownContents<Item>,
) {
  const equalityOf = equalityBy(known.keyOf)
  const equalityUnderSource = (item: Item) => JSON.stringify([item.source, equalityOf(item)])
  /**
   * What was sent for the unbound conditions that are judged on contents, and further where the rest may come from: what was sent
   * for their other ones, and what the bound ones are judged on.
   */
  const sent = once(() => {
    const readsContents = (each: PlanCondition) => readsDelivery(each) && !readsTimes(each)
    const [unbound, bound] = [conditions.filter(isUnbound), conditions.filter((each) => !isUnbound(each))]
    return {
      contents: unbound.filter(readsContents).flatMap(supplied),
      further: [unbound, bound].map((those) => those.flatMap(supplied)),
    }
  })
  const inReceiptOrder = (items: readonly Item[]) => {
    const listed = new Set(items)
    return evidence.filter((item) => listed.has(item))
  }
  /** Items in receipt order; of equal ones the first of the list stays. */
  const distinct = (items: readonly Item[], equality: (item: Item) => string) =>
    inReceiptOrder(withoutEqual(items, (item) => (known.isStatement(item) ? item.id : equality(item))))
  /** Every item that answers a requirement, whichever condition it was sent for. */
  const answering = (condition: PlanCondition, isWanted: (requirement: EvidenceRequirement) => boolean) => {
    const requirements = condition.evidence_requirements.filter(
      (each) => supplierOf(each) === 'provider' && isWanted(each),
    )
    if (requirements.length === 0) return []
    return conditions
      .flatMap((each) => own(each).filter(isDelivered))
      .filter((item) => requirements.some((each) => answers(item, each)))
  }
  const boundContents = (condition: PlanCondition) => {
    const mine = own(condition)
    const isAbsent = (requirement: EvidenceRequirement) =>
      !mine.some((item) => isDelivered(item) && answers(item, requirement))
    return distinct([...mine, ...answering(condition, isAbsent)], equalityUnderSource)
  }
  const unboundContents = (condition: PlanCondition) => {
    const mine = own(condition)
    const ofProvider = mine.filter(isDelivered)
    const isRead = (item: Item) => known.canRead(condition, item)
    const forms = new Set(ofProvider.filter(isRead).map(known.formOf))
    const isNew = (item: Item) =>
      isRead(item) && (known.formOf(item) === null || !forms.has(known.formOf(item)))
    const { contents, further } = sent()
    const lists = forms.size > 0 ? [contents] : [contents, ...further]
    const found = lists.map((list) => list.filter(isNew)).find((list) => list.length > 0) ?? []
    const joined = withoutOther(known.preferredForm(condition), found, forms, known)
    const isAlone = ofProvider.length === 0 && joined.length === 0
    const equality = namesSource(condition) ? equalityUnderSource : equalityOf
    return distinct([...mine, ...(isAlone ? shared() : joined)], equality)
  }
  return {
    contentsOf: remembered((condition: PlanCondition) => {
      if (!isUnbound(condition)) return boundContents(condition)
      return readsDelivery(condition) ? unboundContents(condition) : own(condition)
    }),
    /** What answers a requirement of some condition. */
    answeringAny: () => conditions.flatMap((each) => answering(each, () => true)),
    /** What the time of a delivery is read from: the first arrival of each content. */
    timesOf: (condition: PlanCondition, delivered: readonly Item[]) =>
      isUnbound(condition)
        ? distinct(inReceiptOrder([...own(condition), ...delivered]), equalityOf)
        : distinct(
            inReceiptOrder([...own(condition), ...answering(condition, () => true)]),
            equalityUnderSource,
          ),
  }
}

/** A check that is agreed to be about documents is given no rows beside them. */
function withoutOther<Item>(
  preferred: string | null,
  found: readonly Item[],
  forms: ReadonlySet<string | null>,
  { formOf }: KnownContents<Item>,
): readonly Item[] {
  if (preferred === null || (!forms.has(preferred) && !found.some((item) => formOf(item) === preferred))) {
    return found
  }
  return found.filter((item) => formOf(item) === preferred || formOf(item) === null)
}

/**
 * The latest items for a condition of each party and source, in receipt order. In a plan that judges the whole delivery an item that is
 * sent again as it is replaces nothing, unless it was agreed how old it may be.
 */
function latestBySource<Item extends SelectableItem>(
  { condition_id: id, evidence_requirements: agreed }: PlanCondition,
  evidence: readonly Item[],
  { isStatement, keyOf }: KnownContents<Item>,
  isWhole: boolean,
): readonly Item[] {
  const ignoresRepetitions = isWhole && agreed.every(({ freshness }) => freshness === undefined)
  const latest = new Map<string, Item>()
  for (const item of evidence) {
    if (item.conditionId !== null && item.conditionId !== id) continue
    const slot = JSON.stringify([isStatement(item), item.onBehalfOf, item.source])
    if (ignoresRepetitions && !isStatement(item) && isRepetition(item, latest.get(slot), keyOf)) continue
    latest.delete(slot)
    latest.set(slot, item)
  }
  return [...latest.values()]
}

/** Whether an item says nothing that the one before it under its source did not say. */
export function isRepetition<Item extends SelectableItem>(
  item: Item,
  before: Item | undefined,
  keyOf: (item: Item) => string = contentKeyOf,
): boolean {
  return before !== undefined && equalityBy(keyOf)(before) === equalityBy(keyOf)(item)
}

/** A text that is equal for items of which the second adds nothing to the first: the same content, come by in the same way. */
function equalityBy<Item extends SelectableItem>(keyOf: (item: Item) => string): (item: Item) => string {
  return (item) => {
    const { onBehalfOf, type, provenance, observedAt } = item
    return JSON.stringify([onBehalfOf, type, keyOf(item), provenance, observedAt])
  }
}

/** Of items that are equal the first. */
function withoutEqual<Item extends SelectableItem>(
  items: readonly Item[],
  equality: (item: Item) => string,
): readonly Item[] {
  const known = new Set<string>()
  return items.filter((item) => {
    const text = equality(item)
    if (known.has(text)) return false
    known.add(text)
    return true
  })
}

/** Whether the agreement leaves open which evidence of the provider the condition is judged on. */
export function isUnbound({ evidence_requirements: agreed }: PlanCondition): boolean {
  return agreed.length === 0
}

/** Whether a condition is judged on what was delivered, and not by people, an outside judge or the network. */
export function readsDelivery({ check }: PlanCondition): boolean {
  const agreed = checkerOf(check)
  if (agreed === null) return check !== null && 'claim_cited' in check
  return judgedPartOf(agreed) !== 'nothing'
}

/** Whether a condition judges the rows of tables, where there are any. */
export function readsRows({ check }: PlanCondition): boolean {
  const agreed = checkerOf(check)
  return agreed !== null && ['rows', 'rows_or_json'].includes(judgedPartOf(agreed))
}

export function readsTimes({ check }: PlanCondition): boolean {
  const agreed = checkerOf(check)
  return agreed !== null && judgedPartOf(agreed) === 'times'
}

/** Whether the claim of a condition names the source that it is about. */
export function namesSource({ check }: PlanCondition): boolean {
  return claimOf(check)?.evidence_ref !== undefined
}

/** Whether an item is what a requirement asks for, whatever it holds. */
export function answers(
  item: Pick<RunEvidence, 'type' | 'source'>,
  requirement: EvidenceRequirement,
): boolean {
  return item.type === requirement.expected_type && item.source === requirement.source_ref
}

function isAnswering(condition: PlanCondition, item: SelectableItem): boolean {
  if (isUnbound(condition)) return true
  return (
    deliveringSide(condition) === 'provider' &&
    condition.evidence_requirements.some((requirement) => answers(item, requirement))
  )
}

/** The items of all lists; of lists with the same contents the first, because it is one delivery sent more than once. */
function withoutRepetitions<Item extends SelectableItem>(
  lists: readonly (readonly Item[])[],
): readonly Item[] {
  const known = new Map<string, readonly Item[]>()
  for (const list of lists) {
    const contents = JSON.stringify(list.map(({ id, type, contentDigest }) => [type, contentDigest ?? id]))
    if (!known.has(contents)) known.set(contents, list)
  }
  return [...known.values()].flat()
}

function remembered<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null
  return () => (made ??= make())
}
