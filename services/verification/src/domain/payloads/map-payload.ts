import { type SentJson, SentNumber } from '@outturn/canonical'
import {
  type ReadValue,
  type ReportedValues,
  readReportedAmount,
  readReportedCurrency,
  readReportedName,
  readReportedQuantity,
  readReportedTime,
  readReportedValue,
  type ValueFault,
} from '@outturn/agreement'
import { findAtPointer } from './json-pointer.ts'
import { type MappedMember, type MappedMemberName, mappedMembers, type Mapping } from './mapping.ts'

export const maxElements = 1_000

/** The values of a fact, which always has a time. */
export type FactValues = ReportedValues & { readonly occurred_at: string }

/** Why an element of a payload becomes no fact. */
export type RejectionCode = ValueFault | 'fact_limit' | 'spool_closed' | 'unknown_spool'

export type RejectedElement = {
  readonly index: number
  readonly code: RejectionCode
  /** The member of the mapping at fault, and its pointer; null for a constant and for a Spool that is not mapped. */
  readonly member: MappedMemberName
  readonly pointer: string | null
}

/** An element whose values can be kept. */
export type MappedElement = {
  readonly index: number
  readonly values: FactValues
  /** The Spool that the element names or that the source is for; it may not exist. */
  readonly spoolId: string
}

export type MappedPayload = {
  readonly mapped: readonly MappedElement[]
  readonly rejected: readonly RejectedElement[]
}

export type MappingTimes = {
  readonly now: Date
  /** The time of a fact whose time is not mapped. */
  readonly sentAt: Date
}

/** What a payload says by a mapping; null where its list is no list, or too long. */
export function mapPayload(
  mapping: Mapping,
  spoolId: string | null,
  document: SentJson,
  times: MappingTimes,
): MappedPayload | null {
  const elements = elementsOf(mapping, document)
  if (elements === null) return null
  const mapped: MappedElement[] = []
  const rejected: RejectedElement[] = []
  for (const [index, element] of elements.entries()) {
    const find = (member: MappedMember | undefined) => findMember(member, element, document, mapping)
    const result = mapElement(mapping, spoolId, find, times)
    if ('code' in result) rejected.push({ index, ...result })
    else mapped.push({ index, ...result })
  }
  return { mapped, rejected }
}

/** The constants of a mapping that no fact may have, by the names of their members. */
export function unusableConstants(mapping: Mapping, now: Date): MappedMemberName[] {
  const times = { now, sentAt: now }
  return mappedMembers.filter((member) => {
    const mapped = mapping[member]
    if (mapped === undefined || typeof mapped === 'string') return false
    const read = readerOf(member, times)(constantOf(mapped))
    return 'fault' in read && read.fault !== 'occurred_in_future'
  })
}

function elementsOf({ items }: Mapping, document: SentJson): readonly SentJson[] | null {
  if (items === undefined) return [document]
  const found = findAtPointer(document, items)
  return Array.isArray(found) && found.length <= maxElements ? (found as readonly SentJson[]) : null
}

function findMember(
  member: MappedMember | undefined,
  element: SentJson,
  document: SentJson,
  { items }: Mapping,
): SentJson | undefined {
  if (member === undefined) return undefined
  if (typeof member !== 'string') return constantOf(member)
  const isOfDocument = items !== undefined && member.startsWith('//')
  return isOfDocument ? findAtPointer(document, member.slice(1)) : findAtPointer(element, member)
}

function constantOf({ const: constant }: Exclude<MappedMember, string>): SentJson {
  return typeof constant === 'number' ? new SentNumber(String(constant)) : constant
}

type Reader = (found: SentJson | undefined) => ReadValue<unknown>

function readerOf(member: MappedMemberName, { now }: MappingTimes): Reader {
  const readers: Record<MappedMemberName, Reader> = {
    subject: readReportedName,
    predicate: readReportedName,
    value: readReportedValue,
    occurred_at: (found) => readReportedTime(found, now),
    quantity: readReportedQuantity,
    amount_cents: readReportedAmount,
    currency: readReportedCurrency,
    spool: readSpoolId,
  }
  return readers[member]
}

function readSpoolId(found: SentJson | undefined): ReadValue<string> {
  return typeof found === 'string' && found.isWellFormed() ? { value: found } : { fault: 'unmappable_value' }
}

function mapElement(
  mapping: Mapping,
  spoolId: string | null,
  find: (member: MappedMember | undefined) => SentJson | undefined,
  times: MappingTimes,
): Omit<MappedElement, 'index'> | Omit<RejectedElement, 'index'> {
  const read: Partial<Record<MappedMemberName, unknown>> = {}
  for (const member of mappedMembers) {
    const pointer = mapping[member]
    if (pointer === undefined) continue
    const result = readerOf(member, times)(find(pointer))
    if ('fault' in result) {
      return { code: result.fault, member, pointer: typeof pointer === 'string' ? pointer : null }
    }
    if (result.value !== null) read[member] = result.value
  }
  const { spool = spoolId, ...values } = read
  return {
    values: { occurred_at: times.sentAt.toISOString(), ...values } as FactValues,
    spoolId: spool as string,
  }
}
