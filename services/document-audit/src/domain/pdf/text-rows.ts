/** One run of text on a page, in the coordinates of its own baseline: rotated pages read like upright ones. */
export type TextItem = {
  readonly page: number
  readonly text: string
  /** Start along the baseline, and distance of the baseline from the origin; larger is higher. */
  readonly x: number
  readonly y: number
  readonly width: number
  /** Font size. */
  readonly size: number
  /** Direction of the baseline in whole degrees. */
  readonly angle: number
}

/** Text without a gap that a reader sees as a space between columns. */
export type Segment = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly size: number
}

/** One row of text, from left to right. */
export type TextRow = {
  readonly page: number
  /** Number of the row on its page, from 1 at the top. */
  readonly line: number
  readonly segments: readonly Segment[]
}

/** Baselines within this part of the font size are one row. */
const baselineTolerance = 1 / 3
/** A smaller gap, in parts of the font size, separates no words. */
const joinGap = 0.2
/** Texts that overlap by more, in parts of the font size, are drawn over each other and are no word. */
const joinOverlap = 0.5

/** The same text again within this part of the font size is the bold print of a font that has none. */
const overprint = 0.1

/** Groups the text of a document into rows by its baselines, from the top of the first page to the bottom of the last. */
export function toRows(items: readonly TextItem[]): readonly TextRow[] {
  const pages = new Map<number, TextItem[]>()
  for (const item of items) {
    if (item.text.trim() === '') continue
    const page = pages.get(item.page)
    if (page === undefined) pages.set(item.page, [item])
    else page.push(item)
  }
  return [...pages]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([page, ofPage]) =>
      rowsOfPage(ofPage).map((row, index) => ({ page, line: index + 1, segments: toSegments(row) })),
    )
}

function rowsOfPage(items: readonly TextItem[]): TextItem[][] {
  const sorted = items.toSorted((a, b) => a.angle - b.angle || b.y - a.y)
  const rows: TextItem[][] = []
  let first: TextItem | undefined
  for (const item of sorted) {
    const isSameRow =
      first !== undefined &&
      first.angle === item.angle &&
      first.y - item.y <= Math.max(first.size, item.size) * baselineTolerance
    if (isSameRow) rows.at(-1)?.push(item)
    else {
      rows.push([item])
      first = item
    }
  }
  return rows
}

function toSegments(row: readonly TextItem[]): Segment[] {
  const segments: Segment[] = []
  let before: TextItem | null = null
  for (const item of row.toSorted((a, b) => a.x - b.x)) {
    const { text, x, width, size } = item
    const isPrintedTwice = before?.text === text && x - before.x < size * overprint
    before = item
    if (isPrintedTwice) continue
    const last = segments.at(-1)
    const gap = (x - (last?.right ?? 0)) / Math.max(size, last?.size ?? 0)
    if (last !== undefined && gap < joinGap && gap > -joinOverlap) {
      segments[segments.length - 1] = {
        text: last.text + text,
        left: last.left,
        right: Math.max(last.right, x + width),
        size: Math.max(size, last.size),
      }
    } else segments.push({ text, left: x, right: x + width, size })
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.trim() }))
}
