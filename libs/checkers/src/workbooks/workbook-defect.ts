/** What keeps a workbook from being read, as a sentence without its end. */
export class WorkbookDefect extends Error {
  override readonly name = 'WorkbookDefect'
}
