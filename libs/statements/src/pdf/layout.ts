import type { Box, Pen, TextStyle } from './pen.ts'
import type { ContentTable, StatementContent } from './statement-content.ts'

const page = { width: 595.28, height: 841.89, margin: 44 } as const
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin

const ink = '#16181d'
const quiet = '#585d68'
const line = '#c9c6bd'
const styles = {
  title: { size: 17, weight: 600, color: ink },
  heading: { size: 10.5, weight: 600, color: ink },
  figure: { size: 13, weight: 600, color: ink },
  text: { size: 8.5, weight: 400, color: ink },
  strong: { size: 8.5, weight: 600, color: ink },
  small: { size: 7.5, weight: 400, color: quiet },
} as const satisfies Record<string, TextStyle>

const rowHeight = 13.5
const headingHeight = 17

/** Where the next line goes. */
type Cursor = { y: number }

type Structure = ReturnType<Pen['document']['struct']>

/** Sets the content of a statement from top to bottom, on as many pages as it needs. */
export function layOut(pen: Pen, content: StatementContent): void {
  const root = pen.document.struct('Document')
  pen.document.addStructure(root)
  const cursor: Cursor = { y: 0 }
  newPage(pen, cursor)
  paragraph(pen, root, 'H1', cursor, { text: content.title, style: styles.title, height: 24 })
  paragraph(pen, root, 'P', cursor, { text: content.subtitle, style: styles.small, height: 18 })
  summary(pen, root, cursor, content.summary)
  for (const table of content.tables) setTable(pen, root, cursor, table)
  cursor.y += 6
  for (const note of content.notes) {
    for (const part of wrapped(note, 120)) {
      paragraph(pen, root, 'P', cursor, { text: part, style: styles.small, height: 10.5 })
    }
  }
  root.end()
}

function newPage({ document }: Pen, cursor: Cursor): void {
  document.addPage()
  cursor.y = page.margin
}

function ensureRoom(pen: Pen, cursor: Cursor, height: number): boolean {
  if (cursor.y + height <= bottom) return false
  newPage(pen, cursor)
  return true
}

function paragraph(
  pen: Pen,
  parent: Structure,
  type: string,
  cursor: Cursor,
  { text, style, height }: { text: string; style: TextStyle; height: number },
): void {
  ensureRoom(pen, cursor, height)
  const { y } = cursor
  parent.add(
    pen.document.struct(type, {}, () => pen.write(text, style, { x: page.margin, y, width, align: 'left' })),
  )
  cursor.y += height
}

/** The figures on top, side by side. */
function summary(pen: Pen, parent: Structure, cursor: Cursor, figures: StatementContent['summary']): void {
  const column = width / figures.length
  const { y } = cursor
  for (const [index, { name, value, more }] of figures.entries()) {
    const box = (dy: number): Box => ({
      x: page.margin + index * column,
      y: y + dy,
      width: column - 8,
      align: 'left',
    })
    parent.add(
      pen.document.struct('P', {}, [
        () => pen.write(name, styles.small, box(0)),
        () => pen.write(value, styles.figure, box(10)),
        () => pen.write(more, styles.small, box(28)),
      ]),
    )
  }
  cursor.y += 46
}

function setTable(pen: Pen, parent: Structure, cursor: Cursor, table: ContentTable): void {
  ensureRoom(pen, cursor, headingHeight + 3 * rowHeight)
  paragraph(pen, parent, 'H2', cursor, { text: table.title, style: styles.heading, height: headingHeight })
  const structure = pen.document.struct('Table')
  parent.add(structure)
  setRow(pen, structure, cursor, { cells: table.columns, style: styles.small, type: 'TH' })
  for (const cells of table.rows) {
    if (ensureRoom(pen, cursor, rowHeight)) {
      setRow(pen, structure, cursor, { cells: table.columns, style: styles.small, type: 'TH' })
    }
    setRow(pen, structure, cursor, { cells, style: styles.text, type: 'TD' })
  }
  if (table.foot !== null) {
    ensureRoom(pen, cursor, rowHeight)
    setRow(pen, structure, cursor, { cells: table.foot, style: styles.strong, type: 'TD' })
  }
  structure.end()
  cursor.y += 7
}

/** One row: the first cell takes what the others leave, and those after it stand at the right of their columns. */
function setRow(
  pen: Pen,
  table: Structure,
  cursor: Cursor,
  { cells, style, type }: { cells: readonly string[]; style: TextStyle; type: 'TH' | 'TD' },
): void {
  const { y } = cursor
  const { document } = pen
  document.markContent('Artifact', { type: 'Layout' })
  document
    .moveTo(page.margin, y - 1)
    .lineTo(page.margin + width, y - 1)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
  document.endMarkedContent()
  const row = document.struct('TR')
  table.add(row)
  const boxes = boxesOf(cells.length, y + 0.5)
  for (const [index, text] of cells.entries()) {
    const box = boxes[index] as Box
    row.add(document.struct(type, {}, text === '' ? [] : () => pen.write(text, style, box)))
  }
  row.end()
  cursor.y += rowHeight
}

function boxesOf(columns: number, y: number): readonly Box[] {
  // References are long; the columns of figures are not.
  const figures = columns === 5 ? [70, 170, 62, 62] : Array.from({ length: columns - 1 }, () => 66)
  const first = width - figures.reduce((sum, each) => sum + each, 0)
  let x = page.margin + first
  return [
    { x: page.margin, y, width: first - 8, align: 'left' },
    ...figures.map((each): Box => {
      const box = { x: x + 6, y, width: each - 6, align: 'right' as const }
      x += each
      return box
    }),
  ]
}

/** The text in lines of at most so many letters. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
