// A process of its own: reads a PDF from standard input and writes its text with positions and its e-invoice, or why it cannot be read, as JSON.
import { readPdf, UnreadablePdf } from './pdf-text.ts'

let isReplied = false
const damaged = { unreadable: 'The PDF is damaged.' }
// The reader of a damaged file rejects promises that it does not await, and may wait for others without end.
process.on('unhandledRejection', () => reply(damaged))

const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
const answer = await readPdf(new Uint8Array(Buffer.concat(pieces))).then(
  ({ items, eInvoice }) => ({
    items: items.map(({ page, text, x, y, width, size, angle }) => [page, text, x, y, width, size, angle]),
    eInvoice,
  }),
  (error: unknown) => {
    // A damaged page is one more way to be unreadable.
    if (error instanceof UnreadablePdf) return { unreadable: error.message }
    return damaged
  },
)
reply(answer)

function reply(result: object): void {
  if (isReplied) return
  isReplied = true
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}
