export { pdfText } from './pdf-text.ts'
