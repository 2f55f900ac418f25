import { type FileReading, readWorkbookFile } from '@outturn/checkers'

export type WorkbookTask = { readonly bytes: Uint8Array; readonly sheet: string | null }

/** Reads a workbook in the thread that this module was loaded in. */
export function readWorkbook({ bytes, sheet }: WorkbookTask): FileReading {
  return readWorkbookFile(bytes, sheet)
}
