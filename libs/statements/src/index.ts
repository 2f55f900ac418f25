export { type KeyNames, statementCsv, usageCsv } from './csv-files.ts'
export { type StatementOwner, statementPdf } from './pdf/statement-pdf.ts'
