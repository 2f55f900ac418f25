import { writeFileSync } from 'node:fs'
import { nodeSha256 } from '@outturn/canonical/node'
import { DisclosureError, discloseUnits, type OutcomeReceipt } from '@outturn/receipt-verifier'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { readReceiptFile } from '../read-file.ts'

export interface DiscloseRequest {
  readonly file: string
  /** As they were typed. */
  readonly units: readonly string[]
  readonly outputFile: string
  readonly json?: boolean | undefined
}

/** Writes a copy of a receipt that proves the named units alone. Throws UnusableInput where nothing can be disclosed. */
export function runDisclose(
  { file, units, outputFile, json }: DiscloseRequest,
  { print }: Output,
): ExitStatus {
  const receipt = readReceiptFile(file)
  const disclosed = disclosedFrom(file, receipt, units.map(unitNumber))
  writeNew(outputFile, `${JSON.stringify(disclosed, null, 2)}\n`)
  const shown = (disclosed.unit_disclosures ?? []).map(({ leaf }) => leaf.unit)
  const hidden = (receipt.units?.total ?? 0) - shown.length
  if (json) print(JSON.stringify({ file: outputFile, receipt_id: receipt.id, units: shown, hidden }))
  else print(`${outputFile} proves unit ${shown.join(', ')} of ${receipt.id} and hides ${hidden} others.`)
  return exitStatus.agrees
}

function unitNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new UnusableInput(`--unit ${text} is not the number of a unit; units count from 1.`)
  }
  return Number(text)
}

function disclosedFrom(file: string, receipt: OutcomeReceipt, units: readonly number[]): OutcomeReceipt {
  try {
    return discloseUnits(receipt, units, nodeSha256)
  } catch (error) {
    if (!(error instanceof DisclosureError)) throw error
    throw new UnusableInput(`${file}: ${error.message}`)
  }
}

/** Never over a file that is there: it may be the only receipt with all its units. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw new UnusableInput(`Cannot write ${file}: ${(error as Error).message}`)
  }
}
