export { type KeyNames, statementCsv, usageCsv } from './csv-files.ts'
