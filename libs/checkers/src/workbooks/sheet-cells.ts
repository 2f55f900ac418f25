import { cellName, placeOf } from './cell-name.ts'
import { type CellContext, type CellValue, type StoredCell, valueOfCell } from './cell-reader.ts'
import { type SheetRows, SheetTableMaker } from './sheet-rows.ts'
import { WorkbookDefect } from './workbook-defect.ts'
import type { XmlEvents } from './xml-events.ts'

type Attribute = (name: string) => string | undefined
type OpenCell = { -readonly [Member in keyof StoredCell]: StoredCell[Member] }

/** Columns that a sheet has, the last of them XFD. */
const maxSheetColumns = 16_384

/** Reads the cells of a sheet, one after the other, into the rows of a table. */
export class SheetCells implements XmlEvents {
  readonly #context: CellContext
  readonly #table: SheetTableMaker
  /** The row that is read, from 1, with its values by column; 0 before the first one. */
  #row = 0
  #isInRow = false
  /** Whether the row says its number, as a whole or by its first cell. */
  #isNumbered = false
  #isHiddenRow = false
  #values = new Map<number, CellValue>()
  #columns = new Set<number>()
  #column = 0
  #cell: OpenCell | null = null
  #collects = false
  #guides = 0
  #definitions = 0

  constructor(context: CellContext) {
    this.#context = context
    this.#table = new SheetTableMaker(context.isRecorded)
  }

  readonly open = (name: string, attribute: Attribute): void => {
    switch (name) {
      case 'col':
        this.#openColumns(attribute)
        return
      case 'row':
        this.#openRow(attribute)
        return
      case 'c':
        this.#openCell(attribute)
        return
      case 'f':
        if (this.#cell !== null) this.#cell.hasFormula = true
        return
      case 'rPh':
        this.#guides += 1
        return
      case 'v':
      case 't':
        this.#openValue(name)
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
    if (name === 'row') {
      this.#isInRow = false
      this.#table.add({ number: this.#row, values: this.#values, isHidden: this.#isHiddenRow })
    }
    if (name !== 'c' || this.#cell === null) return
    const value = valueOfCell(this.#cell, this.#context)
    if (value !== '') this.#values.set(this.#cell.column, value)
    this.#cell = null
  }

  table(): SheetRows {
    return this.#table.table()
  }

  #openColumns(attribute: Attribute): void {
    this.#definitions += 1
    if (this.#context.isRecorded || !isHidden(attribute, 'width')) return
    if (this.#definitions > maxSheetColumns) {
      throw new WorkbookDefect(`the sheet defines its columns more than ${maxSheetColumns} times`)
    }
    this.#table.hideColumns(Number(attribute('min')), Math.min(Number(attribute('max')), maxSheetColumns))
  }

  #openRow(attribute: Attribute): void {
    const number = attribute('r')
    const next = this.#row + 1
    if (!this.#context.isRecorded && number !== undefined && !/^[1-9]\d{0,6}$/.test(number)) {
      throw new WorkbookDefect(`a row has the number "${number}", which is none`)
    }
    this.#row = number === undefined ? next : Number(number)
    this.#isNumbered = number !== undefined
    this.#isInRow = true
    this.#isHiddenRow = isHidden(attribute, 'ht')
    this.#values = new Map()
    this.#columns = new Set()
    this.#column = 0
  }

  #openCell(attribute: Attribute): void {
    const name = attribute('r')
    const place = placeOf(name)
    this.#column = place?.column ?? this.#column + 1
    if (this.#column > maxSheetColumns) {
      throw new WorkbookDefect(`row ${this.#row} has more than ${maxSheetColumns} cells`)
    }
    if (!this.#context.isRecorded) this.#assertPlace(name, place)
    this.#columns.add(this.#column)
    this.#cell = {
      column: this.#column,
      row: this.#row,
      type: attribute('t') ?? 'n',
      style: Number(attribute('s') ?? 0),
      hasFormula: false,
      value: null,
    }
  }

  #assertPlace(name: string | undefined, place: ReturnType<typeof placeOf>): void {
    if (!this.#isNumbered && place !== null && this.#columns.size === 0) this.#row = place.row
    this.#isNumbered = true
    if (!this.#isInRow) throw new WorkbookDefect(`the cell ${name ?? 'without a name'} stands in no row`)
    if (name !== undefined && place?.row !== this.#row) {
      throw new WorkbookDefect(`the cell ${name} stands in row ${this.#row}`)
    }
    if (this.#columns.has(this.#column)) {
      throw new WorkbookDefect(`the cell ${cellName(this.#column, this.#row)} stands in its row twice`)
    }
  }

  /** A text stands in the cell itself, all else is a value. */
  #openValue(name: 'v' | 't'): void {
    this.#collects = this.#guides === 0
    if (this.#cell === null) return
    const { column, row, type, value } = this.#cell
    const isSecond = name === 'v' && value !== null
    if (!this.#context.isRecorded && (isSecond || (name === 't') !== (type === 'inlineStr'))) {
      throw new WorkbookDefect(
        `the cell ${cellName(column, row)} has more than one value, or one of another type`,
      )
    }
    this.#cell.value ??= ''
  }
}

/** Whether a row or column is hidden, or has no height or width. */
function isHidden(attribute: Attribute, size: 'ht' | 'width'): boolean {
  return /^(?:1|true)$/.test(attribute('hidden') ?? '') || Number(attribute(size) ?? 1) === 0
}
