import { canonicalJson } from '@outturn/canonical'
import { heldJson, heldText, type JudgedPart, judgedPartOf } from '@outturn/checkers'
import { checkerOf, type EvidenceItem, type PlanCondition, type VerificationPlan } from '@outturn/agreement'
import { claimOf, claimTexts } from '../executors/claim-text.ts'
import { judgesOneDelivery, judgesWholeDelivery } from '../plan.ts'
import { type ContentForm, formOf, readOf } from './content-form.ts'
import { type Delivery, deliveringSide, rowsOf, supplierOf } from './delivery.ts'
import type { EvidenceObstacle } from './condition-evidence.ts'
import { answers, isUnbound, readsDelivery, readsRows } from './selected-evidence.ts'

/** A condition with what the provider delivered for it. */
export type Delivered = { readonly condition: PlanCondition; readonly delivery: Delivery }

type CanRead = (item: EvidenceItem) => boolean
type Reading = Delivered & { readonly canRead: CanRead }

/**
 * The conditions whose evidence is labelled as two deliveries, each with why it cannot be judged. Whatever two conditions can
 * both read must be the same content for both. Conditions that the agreement binds to a source are left out, but for those
 * on tables in a plan with units: a unit is the same row for all of them. In a plan that judges the whole delivery, what was supplied
 * under a source that a condition is bound to is one content for all conditions that are judged on that source.
 */
export function differentDeliveries(
  plan: VerificationPlan,
  delivered: readonly Delivered[],
): ReadonlyMap<PlanCondition, EvidenceObstacle> {
  if (!judgesOneDelivery(plan)) return new Map()
  const readings = delivered
    .filter(({ condition }) => isOfOneDelivery(condition, plan))
    .map((each): Reading => ({ ...each, canRead: readerOf(each) }))
  const contents = new Set(readings.map(({ delivery }) => contentsOf(delivery.items)))
  if (contents.size <= 1) return new Map()

  const canRead = rememberedReaders()
  const areUnlike = judgesWholeDelivery(plan)
    ? wholeDeliveryComparison(plan)
    : (one: Reading, other: Reading) => areDifferent(one, other, canRead)
  const others = new Map<Reading, Reading[]>()
  for (const [index, one] of readings.entries()) {
    for (const other of readings.slice(index + 1)) {
      if (!areUnlike(one, other)) continue
      others.set(one, [...(others.get(one) ?? []), other])
      others.set(other, [...(others.get(other) ?? []), one])
    }
  }
  return new Map(
    Array.from(others, ([one, different]) => [one.condition, obstacleOf(one, different)] as const),
  )
}

function isOfOneDelivery(condition: PlanCondition, plan: VerificationPlan): boolean {
  if (!readsDelivery(condition)) return false
  if (deliveringSide(condition) !== 'provider') return false
  if (judgesWholeDelivery(plan)) return true
  return isUnbound(condition) || (plan.unitization !== null && readsRows(condition))
}

/** Compares by what both conditions read of each form, under the sources that are one content for both. */
function wholeDeliveryComparison({ unitization }: VerificationPlan) {
  return (one: Reading, other: Reading): boolean => {
    const isOneTable = unitization !== null && readsRows(one.condition) && readsRows(other.condition)
    const isCompared = isOneTable ? () => true : underCommonSources(one.condition, other.condition)
    const itemsOf = ({ condition, delivery }: Reading) =>
      readOf(condition, delivery.items).filter((item) => isCompared(item))
    const [ofOne, ofOther] = [itemsOf(one), itemsOf(other)]
    // An unbound condition may be judged on another deliverable than the one whose source was agreed for others.
    if (ofOne.length === 0 || ofOther.length === 0) return false
    const areBothRead = (item: EvidenceItem) =>
      readsBeside(one, item) && readsBeside(other, item) && !isTakenBack(item)
    return comparedForms.some((form) => {
      const listOf = (items: readonly EvidenceItem[]) => [
        ...new Set(items.filter((item) => formOf(item) === form && areBothRead(item)).map(contentOf)),
      ]
      return listOf(ofOne).join(' ') !== listOf(ofOther).join(' ')
    })
  }
}

const comparedForms: readonly ContentForm[] = ['table', 'text', 'json', 'link', 'other']

/** Whether a condition reads an item, given what else it was delivered. */
function readsBeside({ condition, delivery }: Reading, item: EvidenceItem): boolean {
  return readOf(condition, [...delivery.items, item]).includes(item)
}

/** A table without rows adds nothing to the others: it is how a table is taken back. */
function isTakenBack(item: EvidenceItem): boolean {
  return rowsOf(item)?.length === 0
}

/** The items that are one content for both conditions: all where neither is bound, else those of the sources that bind them. */
function underCommonSources(one: PlanCondition, other: PlanCondition): CanRead {
  const bound = [one, other].filter((condition) => !isUnbound(condition))
  return (item) =>
    bound.every(({ evidence_requirements: agreed }) =>
      agreed.some((each) => supplierOf(each) === 'provider' && answers(item, each)),
    )
}

/** Two lists of what both conditions can read; a condition that finds nothing of it is judged on other content. */
function areDifferent(one: Reading, other: Reading, canRead: (reading: Reading) => CanRead): boolean {
  if (readsInsteadOfRows(one, other) || readsInsteadOfRows(other, one)) return true
  // A table is one kind of content, whether it is read by its rows, as text or by its digest.
  const tablesOf = (of: Reading) => of.delivery.items.filter((item) => holdsRows(item) && canRead(of)(item))
  const commonOf = (of: Reading) =>
    of.delivery.items.filter((item) => canRead(one)(item) && canRead(other)(item))
  const areOfRows = readsRows(one.condition) && readsRows(other.condition)
  return [tablesOf, commonOf].some((listOf) => {
    const [ofOne, ofOther] = [listOf(one), listOf(other)]
    if (ofOne.length === 0 || ofOther.length === 0) return false
    // A table without rows adds nothing to the others: it is how a table is taken back.
    const counted = (items: readonly EvidenceItem[]) => (areOfRows ? items.filter(hasRows) : items)
    return contentsOf(counted(ofOne)) !== contentsOf(counted(ofOther))
  })
}

function hasRows(item: EvidenceItem): boolean {
  return (rowsOf(item)?.length ?? 0) > 0
}

/** Whether a condition judges a document only because the table, whose rows it would judge, was sent for the other one alone. */
function readsInsteadOfRows({ condition, delivery, canRead }: Reading, other: Reading): boolean {
  const agreed = checkerOf(condition.check)
  return (
    agreed !== null &&
    judgedPartOf(agreed) === 'rows_or_json' &&
    delivery.rows === null &&
    delivery.items.some(canRead) &&
    other.delivery.items.some((item) => rowsOf(item) !== null && other.canRead(item))
  )
}

/** Texts and documents are parsed once for each condition, however many it is compared with. */
function rememberedReaders(): (reading: Reading) => CanRead {
  const known = new Map<Reading, Map<EvidenceItem, boolean>>()
  return (reading) => (item) => {
    const found = known.get(reading) ?? new Map<EvidenceItem, boolean>()
    known.set(reading, found)
    const isRead = found.get(item) ?? reading.canRead(item)
    found.set(item, isRead)
    return isRead
  }
}

const holdsRows: CanRead = (item) => rowsOf(item) !== null
const holdsJson: CanRead = ({ content }) => heldJson(content) !== undefined

const readers: Readonly<Record<Exclude<JudgedPart, 'rows_or_json' | 'json'>, CanRead>> = {
  rows: holdsRows,
  text: ({ content }) => heldText(content) !== null,
  content: ({ content }) => ['rows', 'json', 'text', 'bytes'].includes(content.kind),
  link: ({ content }) => content.kind === 'reference' && content.url !== undefined,
  times: () => false,
  nothing: () => false,
}

/** What a condition can read of any item. */
function readerOf({ condition, delivery }: Delivered): CanRead {
  const agreed = checkerOf(condition.check)
  if (agreed === null) {
    const claim = claimOf(condition.check)
    return (item) => claim !== null && claimTexts(claim, [item]).length > 0
  }
  const part = judgedPartOf(agreed)
  // Of a delivery with rows, a check on JSON judges the rows.
  if (part === 'rows_or_json' || part === 'json') return delivery.rows === null ? holdsJson : holdsRows
  return readers[part]
}

/** A text that is equal for equal contents in equal order. The same bytes under another media type may be other rows. */
function contentsOf(items: readonly EvidenceItem[]): string {
  return JSON.stringify(items.map(contentOf))
}

function contentOf({ content, contentDigest }: EvidenceItem): string {
  if (contentDigest === null) return canonicalJson(content)
  const isRead = content.kind === 'bytes' && !/json\b/i.test(content.media_type)
  return isRead ? `${contentDigest} ${mediaTypeOf(content.media_type)}` : contentDigest
}

function mediaTypeOf(declared: string): string {
  return declared.toLowerCase().replace(/\s*;\s*charset\s*=\s*"?utf-?8"?/, '')
}

/** Conditions and items that one reason names. */
const maxNamed = 4

function obstacleOf(one: Reading, others: readonly Reading[]): EvidenceObstacle {
  const named = [one, ...others].slice(0, maxNamed).map(({ condition, delivery: { items } }) => {
    const ids = items.slice(0, maxNamed).map(({ id }) => id)
    const more = items.length > maxNamed ? ` and ${items.length - maxNamed} more` : ''
    return `${condition.condition_id} on ${ids.join(', ')}${more}`
  })
  const more = others.length + 1 - named.length
  return {
    outcome: 'uncertain',
    code: 'different_deliveries',
    reason: `conditions of one delivery were given different content: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  }
}
