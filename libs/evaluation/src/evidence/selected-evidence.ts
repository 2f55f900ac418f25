import { judgedPartOf } from '@outturn/checkers'
import {
  checkerOf,
  type EvidenceRequirement,
  type PlanCondition,
  type RunEvidence,
  type VerificationPlan,
} from '@outturn/agreement'
import { judgesOneDelivery } from '../plan.ts'
import { deliveringSide } from './delivery.ts'

/** An item as far as it decides which conditions it counts for. */
export type SelectableItem = Pick<
  RunEvidence,
  'id' | 'conditionId' | 'onBehalfOf' | 'source' | 'type' | 'contentDigest'
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

type SelectingPlan = Pick<VerificationPlan, 'conditions' | 'evidence_policy_version'>

/**
 * Selects the latest items of each party and source. In a plan that judges one delivery, a condition without an item of the
 * provider shares what the provider supplied for the others, and the time of the delivery is that of all of it. A statement is
 * replaced by statements only, so that no one displaces one by evidence that borrows the name of its source.
 */
export function selectEvidence<Item extends SelectableItem>(
  plan: SelectingPlan,
  evidence: readonly Item[],
  isStatement: (item: Item) => boolean = () => false,
): EvidenceSelection<Item> {
  const own = remembered((condition: PlanCondition) =>
    latestBySource(condition.condition_id, evidence, isStatement),
  )
  const isDelivered = (item: Item) => item.onBehalfOf === 'provider' && !isStatement(item)
  const supplied = remembered((condition: PlanCondition) =>
    own(condition).filter((item) => isDelivered(item) && isAnswering(condition, item)),
  )
  const delivered = once(() => {
    const items = new Set(plan.conditions.flatMap(supplied))
    return evidence.filter((item) => items.has(item))
  })
  const shared = once(() => {
    const [unbound, bound] = [
      plan.conditions.filter(isUnbound),
      plan.conditions.filter((each) => !isUnbound(each)),
    ]
    const ofUnbound = withoutRepetitions(unbound.map(supplied))
    const items = new Set(ofUnbound.length > 0 ? ofUnbound : withoutRepetitions(bound.map(supplied)))
    return evidence.filter((item) => items.has(item))
  })
  const joined = (one: readonly Item[], other: readonly Item[]) => {
    const items = new Set([...one, ...other])
    return evidence.filter((item) => items.has(item))
  }
  const contentsOf = (condition: PlanCondition) => {
    const mine = own(condition)
    const isShared = judgesOneDelivery(plan) && isUnbound(condition) && readsDelivery(condition)
    return !isShared || mine.some(isDelivered) ? mine : joined(mine, shared())
  }
  return {
    of: (condition) =>
      judgesOneDelivery(plan) && isUnbound(condition) && readsTimes(condition)
        ? joined(own(condition), delivered())
        : contentsOf(condition),
    contentsOf,
    delivered,
  }
}

/** The latest items for a condition of each party and source, in receipt order. */
function latestBySource<Item extends SelectableItem>(
  conditionId: string,
  evidence: readonly Item[],
  isApart: (item: Item) => boolean,
): readonly Item[] {
  const latest = new Map<string, Item>()
  for (const item of evidence) {
    if (item.conditionId !== null && item.conditionId !== conditionId) continue
    const slot = JSON.stringify([isApart(item), item.onBehalfOf, item.source])
    latest.delete(slot)
    latest.set(slot, item)
  }
  return [...latest.values()]
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

function readsTimes({ check }: PlanCondition): boolean {
  const agreed = checkerOf(check)
  return agreed !== null && judgedPartOf(agreed) === 'times'
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
