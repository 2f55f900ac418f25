// `npm run limits`: every limit of the contract with every other. Each cell ends in a refusal or in one verdict, and the exit code is
// 1 where one does not. Takes minutes.
import { endOfCell, limitCells } from './limit-cells.ts'

let isWrong = false
for (const cell of limitCells({ rows: [1, 50_000], conditions: [1, 100], reasons: [1, 10] })) {
  const { end, outcomeBytes, estimatedBytes, uncovered, ms } = endOfCell(cell)
  const isWithin = uncovered === 0 && outcomeBytes <= estimatedBytes + 100_000
  isWrong ||= !isWithin
  const { kind, rows, conditions, reasons } = cell
  process.stdout.write(
    `${isWithin ? 'ok' : 'WRONG'} ${kind}: ${rows} rows × ${conditions} conditions × ${reasons} reasons: ${end}, ${outcomeBytes} of ${estimatedBytes} bytes, ${uncovered} uncovered, ${ms} ms\n`,
  )
}
process.exitCode = isWrong ? 1 : 0
