import type { ReadingMember } from '../tables/table-problem.ts'

type Advice = { readonly remedy?: string; readonly member?: ReadingMember }

/** What keeps a workbook from being read, as a sentence without its end, and what to do where correcting it is not enough. */
export class WorkbookDefect extends Error {
  override readonly name = 'WorkbookDefect'
  readonly remedy: string | undefined
  readonly member: ReadingMember | undefined

  constructor(message: string, { remedy, member }: Advice = {}) {
    super(message)
    this.remedy = remedy
    this.member = member
  }
}
