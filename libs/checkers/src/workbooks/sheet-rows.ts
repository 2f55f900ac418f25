import type { JsonObject } from '@outturn/canonical'
import { findNameFault, findRecordedNameFault, nameFaultText } from '../tables/column-names.ts'
import { charactersOfNames, maxColumns, maxFileRows, sizeProblem } from '../tables/table-problem.ts'
import { cellName, columnName } from './cell-name.ts'
import type { CellValue } from './cell-reader.ts'
import { WorkbookDefect } from './workbook-defect.ts'

/** One row of a sheet, by its number in the file, with its values by column from 1. */
export interface SheetRow {
  readonly number: number
  readonly values: ReadonlyMap<number, CellValue>
  readonly isHidden: boolean
}

export interface SheetRows {
  readonly rows: readonly JsonObject[]
  /** Characters in all cells together. */
  readonly characters: number
}

/** Makes a table of the rows of a sheet: the first that is not blank names the columns, from the first cell that has a name. */
export class SheetTableMaker {
  readonly #isRecorded: boolean
  readonly #hiddenColumns = new Set<number>()
  readonly #rows: JsonObject[] = []
  #names: readonly string[] | null = null
  /** The columns before the first name. */
  #margin = 0
  #titleRow: number | null = null
  #nameRow = 0
  #blankRow = 0
  /** The last row with a value. */
  #lastRow = 0
  #count = 0
  #characters = 0

  constructor(isRecorded: boolean) {
    this.#isRecorded = isRecorded
  }

  hideColumns(from: number, to: number): void {
    for (let column = from; column <= to; column++) this.#hiddenColumns.add(column)
  }

  add(row: SheetRow): void {
    const { number, values } = row
    if (values.size === 0) {
      if (this.#names !== null) this.#blankRow ||= number
      return
    }
    if (!this.#isRecorded) this.#refuseHidden(row)
    const last = this.#lastRow
    this.#lastRow = number
    const names = this.#names
    if (names === null) {
      this.#names = this.#readNames(row)
      return
    }
    if (number <= last) throw new WorkbookDefect(`row ${number} stands behind row ${last}`)
    // A file may leave out the rows without a value.
    if (number > last + 1) this.#blankRow ||= last + 1
    if (this.#blankRow > 0) {
      throw new WorkbookDefect(`row ${this.#blankRow} is blank, and rows follow it${this.#titleHint()}`)
    }
    const outside = [...values.keys()].find((column) => !this.#isNamed(column, names))
    if (outside !== undefined) {
      throw new WorkbookDefect(
        `the cell ${cellName(outside, number)} stands outside of the named columns${this.#indexHint(outside) || this.#titleHint()}`,
      )
    }
    this.#count += 1
    if (this.#count > maxFileRows) throw new WorkbookDefect(`the sheet has more than ${maxFileRows} rows`)
    for (const value of values.values()) this.#characters += String(value).length
    if (this.#isRecorded || sizeProblem(this.#written()) === null) this.#keep(names, values)
  }

  table(): SheetRows {
    if (this.#names === null)
      throw new WorkbookDefect('the sheet is empty; its first row must name the columns')
    const problem = this.#isRecorded ? null : sizeProblem(this.#written())
    if (problem !== null) throw new WorkbookDefect(problem)
    return { rows: this.#rows, characters: this.#characters }
  }

  /** Beyond the most that is taken rows are counted, so that the refusal has the size, and not kept. */
  #keep(names: readonly string[], values: SheetRow['values']): void {
    this.#rows.push(
      Object.fromEntries(names.map((name, index) => [name, values.get(this.#margin + index + 1) ?? ''])),
    )
  }

  #written(): number {
    return this.#characters + this.#count * charactersOfNames(this.#names ?? [])
  }

  #isNamed(column: number, { length }: readonly string[]): boolean {
    return column > this.#margin && column <= this.#margin + length
  }

  #readNames({ number, values }: SheetRow): readonly string[] {
    this.#nameRow = number
    const columns = [...values.keys()]
    this.#margin = Math.min(...columns) - 1
    const last = Math.max(...columns)
    if (last - this.#margin > maxColumns) {
      throw new WorkbookDefect(
        `the sheet has ${last - this.#margin} columns; at most ${maxColumns} are taken`,
      )
    }
    const names = Array.from({ length: last - this.#margin }, (_, index) =>
      String(values.get(this.#margin + index + 1) ?? ''),
    )
    if (names.length === 1) this.#titleRow = number
    const fault = (this.#isRecorded ? findRecordedNameFault : findNameFault)(names)
    if (fault !== null) {
      const cell = cellName(this.#margin + fault.index + 1, number)
      throw new WorkbookDefect(
        fault.repeats === null
          ? `the cell ${cell} names no column`
          : `in the cell ${cell} ${nameFaultText(names, fault)}`,
      )
    }
    return names
  }

  /** A row of one cell above a wider table is its title. */
  #titleHint(): string {
    return this.#titleRow === null || this.#count > 0
      ? ''
      : `; if row ${this.#titleRow} is a title, delete it, because the first row that is not blank must name the columns`
  }

  /** A column before the named ones often numbers the rows. */
  #indexHint(column: number): string {
    return column <= this.#margin
      ? `; name its column in ${cellName(column, this.#nameRow)}, or delete it where it only numbers the rows`
      : ''
  }

  #refuseHidden({ number, values, isHidden }: SheetRow): void {
    if (isHidden) {
      throw new WorkbookDefect(
        `row ${number} is hidden, by a filter or by hand; show it, or delete it where it is not delivered`,
      )
    }
    if (this.#hiddenColumns.size === 0) return
    const column = [...values.keys()].find((each) => this.#hiddenColumns.has(each))
    if (column === undefined) return
    throw new WorkbookDefect(
      `the column ${columnName(column)} is hidden and has a value in ${cellName(column, number)}; show it, or delete it where it is not delivered`,
    )
  }
}
