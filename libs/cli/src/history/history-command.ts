import { isJsonObject } from '@outturn/canonical'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import { bundleProblem, historyProblem, readReplayBundle } from '@outturn/receipt-verifier'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { readJsonFile, readReceiptFile, usableKeys } from '../read-file.ts'

export interface HistoryRequest {
  /** A bundle, or the list of events of a Spool. */
  readonly file: string
  /** The receipt whose history it must be; a bundle has its own. */
  readonly receipt?: string
  readonly json?: boolean
  /** Key document that the manifest of a bundle is judged by; by default the one in the bundle. */
  readonly keys?: string
}

/** Follows the chain of a Spool's events. Throws UnusableInput for what is neither a bundle with events nor a list of them. */
export function runHistoryVerify(
  { file, receipt, keys, json }: HistoryRequest,
  { print }: Output,
): ExitStatus {
  const document = readJsonFile(file)
  const { events, head, whole } = isJsonObject(document)
    ? bundledHistory(file, document, keys)
    : { events: document, head: undefined, whole: undefined }
  const named = receipt === undefined ? head : readReceiptFile(receipt).history
  const problem = whole ?? historyProblem(events, named, nodeSha256)
  const count = Array.isArray(events) ? events.length : 0
  if (json) {
    const answer = { whole: problem === undefined, problem: problem ?? null, events: count }
    print(JSON.stringify({ ...answer, last: named?.seq ?? null }))
    return problem === undefined ? exitStatus.agrees : exitStatus.differs
  }
  if (problem !== undefined) {
    print(`BROKEN: ${problem}.`)
    return exitStatus.differs
  }
  print(
    named === undefined
      ? `WHOLE: ${count} events, each follows the one before. Name a receipt with --receipt to know that none is missing.`
      : `WHOLE: ${count} events, each follows the one before, and the receipt names number ${named.seq} as its last.`,
  )
  return exitStatus.agrees
}

function bundledHistory(file: string, document: Record<string, unknown>, keys: string | undefined) {
  const reading = readReplayBundle(document)
  if ('problem' in reading) throw new UnusableInput(`${file} is not a bundle: ${reading.problem}.`)
  const { events, receipt, keys: own } = reading.bundle
  if (events === undefined) {
    throw new UnusableInput(
      `${file} has no events: its reader may not list them. Ask for it with a full-scope key.`,
    )
  }
  const trustSet = keys === undefined ? usableKeys(file, own) : usableKeys(keys, readJsonFile(keys))
  return { events, head: receipt.history, whole: bundleProblem(document, trustSet, nodeSuite) }
}
