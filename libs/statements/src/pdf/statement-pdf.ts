import type { Statement } from '@outturn/contracts'
import type { KeyNames } from '../csv-files.ts'
import { loadTypeface } from './fonts.ts'
import { layOut } from './layout.ts'
import { createPen } from './pen.ts'
import { statementContent } from './statement-content.ts'

export type StatementOwner = {
  /** Name of the service that issues the statement. */
  readonly issuer: string
  readonly accountId: string
  readonly accountName: string
  readonly names: KeyNames
}

/**
 * A statement as PDF: A4, tagged, with its title and language, and the same bytes whenever it is made. Names in scripts that the typeface
 * lacks are shown as ids.
 */
export async function statementPdf(statement: Statement, owner: StatementOwner): Promise<Uint8Array> {
  // Loaded by those alone who ask for a file.
  const [{ default: PDFDocument }, typeface] = await Promise.all([import('pdfkit'), loadTypeface()])
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Statement ${statement.number}`,
      Author: owner.issuer,
      // Not the time at which the file is made: the same statement has the same bytes.
      CreationDate: new Date(statement.closesAt),
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve)
    document.once('error', reject)
  })
  const pen = createPen(document, typeface)
  const account = pen.canSet(owner.accountName) ? owner.accountName : owner.accountId
  layOut(pen, statementContent(statement, { ...owner, account, canSet: pen.canSet }))
  document.end()
  await ended
  return Buffer.concat(chunks)
}
