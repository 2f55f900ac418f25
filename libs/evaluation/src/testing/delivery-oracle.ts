import type { EvidenceType } from '@outturn/vocabulary'
import type { EvidenceContent } from '@outturn/agreement'

// What a delivery is worth to who reads it, worked out from what each content says and nothing else: no code of the product
// is used, and nothing here knows of labels.

type Row = { readonly a: string }

/** A content with all that a reader sees in it. */
export interface KnownContent {
  readonly type: EvidenceType
  readonly content: EvidenceContent
  /** Of a table; null for anything else. */
  readonly rows: readonly Row[] | null
  /** The text of a document, or of a table that came as text. */
  readonly text?: string
  /** Every word in it, in whatever form. */
  readonly words: string
  /** The value of the member `a` of a JSON document. */
  readonly a?: string
  readonly link?: 'good' | 'bad'
}

const bytes = (text: string, media_type: string): EvidenceContent => ({
  kind: 'bytes',
  base64: btoa(text),
  media_type,
})
const rowsOf = (...values: string[]): Row[] => values.map((a) => ({ a }))
const inline = (...values: string[]): KnownContent => ({
  type: 'dataset',
  content: { kind: 'rows', rows: rowsOf(...values) },
  rows: rowsOf(...values),
  words: values.join(' '),
})
const csv = (type: EvidenceType, ...values: string[]): KnownContent => {
  const text = ['a', ...values, ''].join('\n')
  return {
    type,
    content: bytes(text, 'text/csv'),
    rows: type === 'dataset' ? rowsOf(...values) : null,
    text,
    words: text,
  }
}
const text = (words: string): KnownContent => ({
  type: 'text',
  content: { kind: 'text', text: words },
  rows: null,
  text: words,
  words,
})
const json = (a: string): KnownContent => ({
  type: 'dataset',
  content: { kind: 'json', json: { a } },
  rows: null,
  a,
  words: a,
})

export const contents: readonly KnownContent[] = [
  inline('x', 'y'),
  inline('x', 'x'),
  inline('', ''),
  inline('x'),
  csv('dataset', 'x', 'y'),
  csv('dataset', 'x'),
  csv('file', 'x', 'y'),
  {
    type: 'dataset',
    content: bytes('[{"a":"y"},{"a":"x"}]', 'application/json'),
    rows: rowsOf('y', 'x'),
    words: 'y x',
  },
  text('x is here.'),
  text('y is here.'),
  text('fine'),
  json('x'),
  json('y'),
  { type: 'file', content: bytes('{"a":"x"}', 'application/json'), rows: null, a: 'x', words: 'x' },
  { type: 'file', content: bytes('abc', 'application/octet-stream'), rows: null, words: '' },
  {
    type: 'url',
    content: { kind: 'reference', url: 'https://example.com/' },
    rows: null,
    words: '',
    link: 'good',
  },
  { type: 'url', content: { kind: 'reference', url: 'not a url' }, rows: null, words: '', link: 'bad' },
]

/** One thing that was sent: a content, by its place in the list, with when it came. */
export interface Sent {
  readonly content: number
  readonly source: string
  readonly receivedAt: string
  readonly observedAt: string | null
}

/** What is agreed, as a reader understands it. A finding on rows is one for each row. */
export interface Agreed {
  readonly finds: (delivered: readonly Sent[], isByUnits: boolean) => boolean | readonly boolean[]
  readonly required: boolean
  /** The type and source that the agreement names. */
  readonly boundTo: { readonly type: EvidenceType; readonly source: string } | null
  readonly isAboutTime: boolean
}

export const isRead = ({ content }: Sent): KnownContent => contents[content] as KnownContent

export const rowsIn = (delivered: readonly Sent[]): readonly Row[] | null => {
  const tables = delivered.map(isRead).flatMap(({ rows }) => (rows === null ? [] : [rows]))
  return tables.length === 0 ? null : tables.flat()
}

function answersTo({ boundTo }: Agreed, sent: Sent): boolean {
  return boundTo !== null && isRead(sent).type === boundTo.type && sent.source === boundTo.source
}

/**
 * The most that any one delivery of these items earns, in parts of the value: of each agreed source one content, and any of the other
 * items in any order for what names no source. Under a source that was agreed, no other content counts.
 */
export function bestDelivery(
  agreed: readonly Agreed[],
  items: readonly Sent[],
  units: number | null,
): number {
  const bound = agreed.filter(({ boundTo }) => boundTo !== null)
  const keys = [...new Set(bound.map(keyOf))]
  const choices = keys.reduce<readonly ReadonlyMap<string, Sent>[]>(
    (chosen, key) => {
      const condition = bound.find((each) => keyOf(each) === key) as Agreed
      const answering = items.filter((item) => answersTo(condition, item))
      return chosen.flatMap((map) => [map, ...answering.map((item) => new Map([...map, [key, item]]))])
    },
    [new Map()],
  )
  let best = 0
  for (const slots of choices) {
    for (const free of orderedChoices(items)) {
      const isTrue = free.every((item) =>
        bound.every((each) => !answersTo(each, item) || slots.get(keyOf(each))?.content === item.content),
      )
      if (isTrue) best = Math.max(best, valueOf(agreed, free, slots, units))
    }
  }
  return best
}

/** What one delivery earns whose items each have a source of their own, in the order in which they came. */
export function deliveryValue(
  agreed: readonly Agreed[],
  items: readonly Sent[],
  units: number | null,
): number {
  const bound = agreed.filter(({ boundTo }) => boundTo !== null)
  const slots = new Map(
    bound.flatMap((each) => {
      const slot = items.find((item) => answersTo(each, item))
      return slot === undefined ? [] : [[keyOf(each), slot] as const]
    }),
  )
  const isFirst = (item: Sent, index: number) =>
    items.findIndex(({ content }) => content === item.content) === index
  // The time of a content is that of its first arrival, unless it was come by at another time.
  const isFirstSeen = (item: Sent, index: number) =>
    items.findIndex(
      ({ content, observedAt }) => content === item.content && observedAt === item.observedAt,
    ) === index
  return valueOf(agreed, items.filter(isFirst), slots, units, items.filter(isFirstSeen))
}

function valueOf(
  agreed: readonly Agreed[],
  free: readonly Sent[],
  slots: ReadonlyMap<string, Sent>,
  units: number | null,
  all: readonly Sent[] = [...free, ...slots.values()],
): number {
  const findings = agreed
    .filter(({ required }) => required)
    .map((each) => {
      const slot = slots.get(keyOf(each))
      const own = each.boundTo === null ? free : slot === undefined ? [] : [slot]
      const about = each.boundTo === null && each.isAboutTime ? all : own
      return { finding: each.finds(about, units !== null), rows: rowsIn(own) }
    })
  return units === null ? wholeValue(findings) : unitsOf(findings, units)
}

const keyOf = ({ boundTo }: Agreed) => JSON.stringify(boundTo)

type Finding = { readonly finding: boolean | readonly boolean[]; readonly rows: readonly Row[] | null }

function wholeValue(findings: readonly Finding[]): number {
  return findings.length > 0 &&
    findings.every(({ finding }) =>
      Array.isArray(finding) ? finding.length > 0 && finding.every(Boolean) : finding,
    )
    ? 1
    : 0
}

/** A unit is the row at its place in the one table of all conditions on rows. */
function unitsOf(findings: readonly Finding[], units: number): number {
  if (findings.length === 0) return 0
  const onRows = findings.filter(({ finding }) => Array.isArray(finding))
  if (findings.some(({ finding }) => finding === false)) return 0
  const tables = new Set(onRows.map(({ rows }) => JSON.stringify(rows)))
  if (tables.size > 1) return 0
  const places = Array.from({ length: units }, (_, place) => place)
  const rows = findings.flatMap((each) => each.rows ?? []).length > 0
  if (onRows.length === 0 && !rows) return units
  return places.filter((place) =>
    onRows.every(({ finding }) => (finding as readonly boolean[])[place] === true),
  ).length
}

/** All choices of the items in any order; the same content twice is one. */
function orderedChoices(items: readonly Sent[]): readonly (readonly Sent[])[] {
  return [
    [],
    ...items.flatMap((first) =>
      orderedChoices(items.filter(({ content }) => content !== first.content)).map((rest) => [
        first,
        ...rest,
      ]),
    ),
  ]
}
