import { cellName } from './cell-name.ts'
import { exactNumber } from './cell-number.ts'
import { type CellStyles, dateText, type StyleKind } from './cell-style.ts'
import { type StoredText, storedText } from './stored-text.ts'
import { WorkbookDefect } from './workbook-defect.ts'

export type CellValue = string | number | boolean

/** A cell as the file stores it. */
export interface StoredCell {
  readonly column: number
  readonly row: number
  readonly type: string
  readonly style: number
  readonly hasFormula: boolean
  readonly value: string | null
}

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly styles: CellStyles
  readonly texts: readonly StoredText[]
  readonly dates1904: boolean
  /**
   * Whether the workbook was recorded before, and is read again as it was read then. What is submitted today must be read
   * exactly, and is refused where it cannot be.
   */
  readonly isRecorded: boolean
}

/** The value of a cell, an empty text where it has none. What cannot be read exactly is refused by the name of the cell. */
export function valueOfCell(stored: StoredCell, context: CellContext): CellValue {
  const { type, hasFormula, value } = stored
  const cell = cellName(stored.column, stored.row)
  // The result of a formula may be a text without a character; a number never is.
  if (hasFormula && (value === null || (value === '' && type === 'n'))) {
    throw new WorkbookDefect(`the formula in ${cell} has no stored value`)
  }
  if (value === null) return ''
  switch (type) {
    case 's':
      return checked(sharedText(value, cell, context), cell, context)
    case 'str':
    case 'inlineStr':
      return checked(storedText(value), cell, context)
    case 'd':
      return value
    case 'b':
      return truthOf(value, cell, context)
    case 'n':
      return value === '' ? '' : numberOf(value, stored, cell, context)
    case 'e':
      throw new WorkbookDefect(`the cell ${cell} holds the error ${value}`)
    default:
      throw new WorkbookDefect(`the cell ${cell} is of the unknown type "${type}"`)
  }
}

function checked({ text, fault }: StoredText, cell: string, { isRecorded }: CellContext): string {
  if (fault !== null && !isRecorded) throw new WorkbookDefect(`the cell ${cell} ${fault}`)
  return text
}

function sharedText(index: string, cell: string, { texts, isRecorded }: CellContext): StoredText {
  const text = isRecorded || /^\d+$/.test(index) ? texts[Number(index)] : undefined
  if (text === undefined) throw new WorkbookDefect(`the cell ${cell} refers to a text that is not there`)
  return text
}

function truthOf(value: string, cell: string, { isRecorded }: CellContext): boolean {
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false' || isRecorded) return false
  throw new WorkbookDefect(`the cell ${cell} holds "${value}", which is neither true nor false`)
}

function numberOf(text: string, { style }: StoredCell, cell: string, context: CellContext): CellValue {
  const { styles, dates1904, isRecorded } = context
  const kind = styles.kindOf(style)
  const number = isRecorded ? recordedNumber(text, kind) : exactNumber(text.trim())
  if (typeof number !== 'number') throw new WorkbookDefect(`the cell ${cell} ${number.fault}`)
  if (kind === 'number') return number
  if (kind === 'duration' && number >= 1 && !isRecorded) {
    throw new WorkbookDefect(
      `the cell ${cell} holds a duration of a day or more; give it as a number of hours, or as text`,
    )
  }
  const date = dateText(number, kind, dates1904)
  if (date === null) throw new WorkbookDefect(`the cell ${cell} holds ${text} as a date, which is none`)
  return date
}

function recordedNumber(text: string, kind: StyleKind): number | { readonly fault: string } {
  const number = Number(text)
  const isKept = Number.isFinite(number) && text.trim() !== ''
  const isLong = kind === 'number' && Number.isInteger(number) && !Number.isSafeInteger(number)
  return isKept && !isLong ? (Object.is(number, -0) ? 0 : number) : { fault: 'holds no number' }
}
