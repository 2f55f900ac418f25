import { readWrittenNumber } from '../invoice/values/written-number.ts'
import type { Segment, TextRow } from './text-rows.ts'

/** Where a column stands on the page. */
export type ColumnPlace = { readonly left: number; readonly right: number }

/** Edges at which the cells of each column begin or end, as the rows of a table show them. */
export type ColumnEdges = readonly {
  readonly texts: readonly number[]
  readonly numbers: readonly number[]
}[]

/** Edges within this part of the font size are the same. */
const edgeTolerance = 0.25

/** The columns whose header a segment stands under, by their places in the header. */
export function columnsOver(segment: Segment, header: readonly ColumnPlace[]): readonly number[] {
  return header.flatMap(({ left, right }, at) => (segment.left < right && segment.right > left ? [at] : []))
}

export function isNumber({ text }: Segment): boolean {
  return readWrittenNumber(text) !== null
}

/**
 * What the rows show of the columns. A segment under one header is in its column, and where a row has a segment for every header, each is
 * in the column of its place. Numbers are aligned by their right edges, other text by its left ones.
 */
export function learnEdges(rows: readonly TextRow[], header: readonly ColumnPlace[]): ColumnEdges {
  const edges = header.map(() => ({ texts: [] as number[], numbers: [] as number[] }))
  const learn = (segment: Segment, at: number) => {
    const known = isNumber(segment) ? edges[at]?.numbers : edges[at]?.texts
    const edge = edgeOf(segment)
    if (known !== undefined && !known.some((each) => isSame(each, edge, segment.size))) known.push(edge)
  }
  for (const { segments } of rows) {
    const over = segments.map((segment) => columnsOver(segment, header))
    const isWhole =
      segments.length === header.length && over.every((under, at) => under.length === 0 || under.includes(at))
    for (const [at, segment] of segments.entries()) {
      const [only, other] = over[at] ?? []
      if (isWhole) learn(segment, at)
      else if (only !== undefined && other === undefined) learn(segment, only)
    }
  }
  return edges
}

/** The only column whose cells have the edge of the segment; null for none or several. */
export function columnByEdge(segment: Segment, edges: ColumnEdges): number | null {
  const edge = edgeOf(segment)
  const found = edges.flatMap(({ texts, numbers }, at) =>
    (isNumber(segment) ? numbers : texts).some((each) => isSame(each, edge, segment.size)) ? [at] : [],
  )
  const [only, other] = found
  return only !== undefined && other === undefined ? only : null
}

function edgeOf(segment: Segment): number {
  return isNumber(segment) ? segment.right : segment.left
}

function isSame(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= size * edgeTolerance
}
