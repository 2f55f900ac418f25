/** A workbook is a ZIP file. */
export const zipForm = 'a ZIP file'

/** The first bytes of forms that people send in place of a table, or as one. */
const binaryForms: readonly (readonly [name: string, first: readonly number[]])[] = [
  [zipForm, [0x50, 0x4b, 0x03, 0x04]],
  ['an Excel workbook of the old form (.xls), or one with a password', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46]],
  ['a gzip file', [0x1f, 0x8b]],
  ['a Parquet file', [0x50, 0x41, 0x52, 0x31]],
]

/** What a file of a binary form is, by its first bytes; null of any other. */
export function binaryForm(bytes: Uint8Array): string | null {
  return binaryForms.find(([, first]) => first.every((each, at) => bytes[at] === each))?.[0] ?? null
}
