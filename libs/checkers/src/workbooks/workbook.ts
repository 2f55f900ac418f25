import type { JsonObject } from '@outturn/canonical'
import { type ProblemFound, problemOf } from '../tables/table-problem.ts'
import { readStyles } from './cell-style.ts'
import { SheetCells } from './sheet-cells.ts'
import { readSharedTexts } from './stored-text.ts'
import { WorkbookDefect } from './workbook-defect.ts'
import { WorkbookParts } from './workbook-parts.ts'
import { readXml } from './xml-events.ts'

/** How a workbook is read: one of its sheets, by name. */
export interface SheetDialect {
  readonly format: 'xlsx'
  readonly sheet: string
}

export interface SheetTable {
  readonly kind: 'sheet'
  readonly dialect: SheetDialect
  readonly rows: readonly JsonObject[]
  /** Characters in all cells together. */
  readonly characters: number
}

const saveAgain =
  'Correct it in the spreadsheet and save it again, or save the sheet as "CSV UTF-8" and send that as text/csv.'

/**
 * The rows of one sheet of an Excel workbook, the first that is shown unless it is named: stored values under the first row that
 * is not blank. What cannot be read exactly is refused by the name of its cell. Formulas, macros and links are never followed.
 */
export function readWorkbook(bytes: Uint8Array, sheet: string | null): SheetTable | ProblemFound {
  return readSheet(bytes, sheet, false)
}

/** The rows of a sheet that was recorded, as they were read then: what is refused by now was taken before. */
export function readRecordedSheet(bytes: Uint8Array, { sheet }: SheetDialect): readonly JsonObject[] | null {
  const found = readSheet(bytes, sheet, true)
  return found.kind === 'sheet' ? found.rows : null
}

function readSheet(bytes: Uint8Array, sheet: string | null, isRecorded: boolean): SheetTable | ProblemFound {
  try {
    const parts = new WorkbookParts(bytes, isRecorded)
    const found = findSheet(parts, sheet)
    const { name, path, dates1904 } = found
    const context = { styles: readStyles(parts), texts: readSharedTexts(parts), dates1904, isRecorded }
    const cells = new SheetCells(context)
    readXml(parts.textOf(path), cells)
    return { kind: 'sheet', dialect: { format: 'xlsx', sheet: name }, ...cells.table() }
  } catch (error) {
    if (error instanceof WorkbookDefect) {
      return problemOf(error.message, error.remedy ?? saveAgain, error.member)
    }
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
    if (wanted === null) throw new WorkbookDefect('the workbook shows no sheet')
    const names = sheets.slice(0, 10).map(({ name }) => `"${name}"`)
    throw new WorkbookDefect(`the workbook has no sheet "${wanted}"; it has ${names.join(', ')}`, {
      remedy: 'Send the name of a sheet as the workbook has it, or leave sheet out: the first one is read.',
      member: 'sheet',
    })
  }
  return { name: sheet.name, path: parts.related(sheet.id), dates1904 }
}
