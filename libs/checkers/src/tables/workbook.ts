import type { JsonObject } from '@outturn/canonical'
import { cellName, columnOf } from './cell-name.ts'
import { type CellStyles, dateText, readStyles, type StyleKind } from './cell-style.ts'
import { maxColumns, maxFileRows, type ProblemFound, problemOf } from './table-problem.ts'
import { WorkbookDefect } from './workbook-defect.ts'
import { WorkbookParts } from './workbook-parts.ts'
import { readXml } from './xml-events.ts'

type CellValue = string | number | boolean

/** How a workbook is read: one of its sheets, by name. */
export interface SheetDialect {
  readonly format: 'xlsx'
  readonly sheet: string
}

export interface SheetTable {
  readonly kind: 'sheet'
  readonly dialect: SheetDialect
  readonly rows: readonly JsonObject[]
}

const saveAgain =
  'Correct it in the spreadsheet and save it again, or save the sheet as "CSV UTF-8" and send that as text/csv.'

/**
 * The rows of one sheet of an Excel workbook, the first that is shown unless it is named: stored values under the first row that
 * is not blank. What cannot be read exactly is refused by the name of its cell. Formulas, macros and links are never followed.
 */
export function readWorkbook(bytes: Uint8Array, sheet: string | null): SheetTable | ProblemFound {
  try {
    const parts = new WorkbookParts(bytes)
    const found = findSheet(parts, sheet)
    const cells = new SheetCells(readStyles(parts), readSharedTexts(parts), found.dates1904)
    readXml(parts.textOf(found.path), cells)
    return { kind: 'sheet', dialect: { format: 'xlsx', sheet: found.name }, rows: cells.table() }
  } catch (error) {
    if (error instanceof WorkbookDefect) return problemOf(error.message, saveAgain)
    throw error
  }
}

interface FoundSheet {
  readonly name: string
  readonly path: string
  readonly dates1904: boolean
}

function findSheet(parts: WorkbookParts, wanted: string | null): FoundSheet {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let dates1904 = false
  readXml(parts.textOf(parts.workbook), {
    open: (name, attribute) => {
      if (name === 'workbookPr') dates1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const isHidden = (attribute('state') ?? 'visible') !== 'visible'
      sheets.push({ name: attribute('name') ?? '', id: attribute('id') ?? '', isHidden })
    },
  })
  const sheet =
    wanted === null ? sheets.find(({ isHidden }) => !isHidden) : sheets.find(({ name }) => name === wanted)
  if (sheet === undefined) {
    const names = sheets.slice(0, 10).map(({ name }) => `"${name}"`)
    throw new WorkbookDefect(
      wanted === null
        ? 'the workbook shows no sheet'
        : `the workbook has no sheet "${wanted}"; it has ${names.join(', ')}`,
    )
  }
  return { name: sheet.name, path: parts.related(sheet.id), dates1904 }
}

/** The texts that cells refer to by their number; phonetic guides are no part of them. */
function readSharedTexts(parts: WorkbookParts): readonly string[] {
  const path = parts.relatedByType('sharedStrings')
  if (path === null) return []
  const texts: string[] = []
  let text: string | null = null
  let isRead = false
  let guides = 0
  readXml(parts.textOf(path), {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') guides += 1
      isRead = name === 't' && guides === 0
    },
    text: (value) => {
      if (isRead && text !== null) text += value
    },
    close: (name) => {
      if (name === 'rPh') guides -= 1
      if (name === 't') isRead = false
      if (name === 'si') {
        texts.push(unescaped(text ?? ''))
        text = null
      }
    },
  })
  return texts
}

/** Characters that XML cannot hold are written `_xHHHH_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  hasFormula: boolean
  value: string | null
}

/** Reads the cells of a sheet, one after the other, into the rows of a table. */
class SheetCells {
  readonly #styles: CellStyles
  readonly #texts: readonly string[]
  readonly #dates1904: boolean
  readonly #rows: JsonObject[] = []
  #header: readonly string[] | null = null
  /** The row that is read, from 1, with its values by column. */
  #row = 0
  #values = new Map<number, CellValue>()
  #column = 0
  #cell: OpenCell | null = null
  #collects = false
  #guides = 0
  #blankRow = 0
  /** The last row with a value. */
  #lastRow = 0

  constructor(styles: CellStyles, texts: readonly string[], dates1904: boolean) {
    this.#styles = styles
    this.#texts = texts
    this.#dates1904 = dates1904
  }

  readonly open = (name: string, attribute: (name: string) => string | undefined): void => {
    switch (name) {
      case 'row':
        this.#row = Number(attribute('r') ?? this.#row + 1)
        this.#values = new Map()
        this.#column = 0
        return
      case 'c':
        this.#column = columnOf(attribute('r')) ?? this.#column + 1
        this.#cell = {
          column: this.#column,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          hasFormula: false,
          value: null,
        }
        return
      case 'f':
        if (this.#cell !== null) this.#cell.hasFormula = true
        return
      case 'rPh':
        this.#guides += 1
        return
      case 'v':
      case 't':
        this.#collects = this.#guides === 0
        if (this.#cell !== null) this.#cell.value ??= ''
        return
      case 'mergeCell':
        throw new WorkbookDefect(
          `the cells ${attribute('ref') ?? ''} are merged; a table has one value in each cell`,
        )
      default:
    }
  }

  readonly text = (value: string): void => {
    if (this.#collects && this.#cell !== null) this.#cell.value = (this.#cell.value ?? '') + value
  }

  readonly close = (name: string): void => {
    if (name === 'rPh') this.#guides -= 1
    if (name === 'v' || name === 't') this.#collects = false
    if (name === 'row') this.#endRow()
    if (name !== 'c' || this.#cell === null) return
    const value = this.#valueOf(this.#cell)
    if (value !== '') this.#values.set(this.#cell.column, value)
    this.#cell = null
  }

  table(): readonly JsonObject[] {
    if (this.#header === null)
      throw new WorkbookDefect('the sheet is empty; its first row must name the columns')
    return this.#rows
  }

  #endRow(): void {
    if (this.#values.size === 0) {
      if (this.#header !== null) this.#blankRow ||= this.#row
      return
    }
    const last = this.#lastRow
    this.#lastRow = this.#row
    if (this.#header === null) {
      this.#header = this.#readHeader()
      return
    }
    if (this.#row <= last) throw new WorkbookDefect(`row ${this.#row} stands behind row ${last}`)
    // A file may leave out the rows without a value.
    if (this.#row > last + 1) this.#blankRow ||= last + 1
    if (this.#blankRow > 0) throw new WorkbookDefect(`row ${this.#blankRow} is blank, and rows follow it`)
    const header = this.#header
    const outside = [...this.#values.keys()].find((column) => column > header.length)
    if (outside !== undefined) {
      throw new WorkbookDefect(`the cell ${cellName(outside, this.#row)} stands outside of the named columns`)
    }
    if (this.#rows.length === maxFileRows) {
      throw new WorkbookDefect(`the sheet has more than ${maxFileRows} rows`)
    }
    this.#rows.push(
      Object.fromEntries(header.map((name, index) => [name, this.#values.get(index + 1) ?? ''])),
    )
  }

  #readHeader(): readonly string[] {
    const columns = Math.max(...this.#values.keys())
    if (columns > maxColumns) {
      throw new WorkbookDefect(`the sheet has ${columns} columns; at most ${maxColumns} are taken`)
    }
    const header: string[] = []
    for (let column = 1; column <= columns; column++) {
      const name = String(this.#values.get(column) ?? '')
      const cell = cellName(column, this.#row)
      if (name.trim() === '') throw new WorkbookDefect(`the cell ${cell} names no column`)
      if (header.includes(name)) throw new WorkbookDefect(`the cell ${cell} names the column "${name}" again`)
      header.push(name)
    }
    return header
  }

  #valueOf({ column, type, style, hasFormula, value }: OpenCell): CellValue {
    const cell = cellName(column, this.#row)
    // The result of a formula may be a text without a character; a number never is.
    if (hasFormula && (value === null || (value === '' && type === 'n'))) {
      throw new WorkbookDefect(`the formula in ${cell} has no stored value`)
    }
    if (value === null) return ''
    switch (type) {
      case 's':
        return this.#sharedText(value, cell)
      case 'str':
      case 'inlineStr':
        return unescaped(value)
      case 'd':
        return value
      case 'b':
        return value === '1' || value === 'true'
      case 'n':
        return value === '' ? '' : this.#numberOf(value, this.#styles.kindOf(style), cell)
      case 'e':
        throw new WorkbookDefect(`the cell ${cell} holds the error ${value}`)
      default:
        throw new WorkbookDefect(`the cell ${cell} is of the unknown type "${type}"`)
    }
  }

  #sharedText(index: string, cell: string): string {
    const text = this.#texts[Number(index)]
    if (text === undefined) throw new WorkbookDefect(`the cell ${cell} refers to a text that is not there`)
    return text
  }

  #numberOf(text: string, kind: StyleKind, cell: string): CellValue {
    const number = Number(text)
    if (!Number.isFinite(number) || text.trim() === '') {
      throw new WorkbookDefect(`the cell ${cell} holds "${text}", which is no number`)
    }
    if (kind !== 'number') {
      const date = dateText(number, kind, this.#dates1904)
      if (date === null) throw new WorkbookDefect(`the cell ${cell} holds ${text} as a date, which is none`)
      return date
    }
    if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
      throw new WorkbookDefect(
        `the number in ${cell} has more digits than are kept exactly; format its column as text and enter it again`,
      )
    }
    return Object.is(number, -0) ? 0 : number
  }
}
