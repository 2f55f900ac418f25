import type { TrustSet } from '@outturn/receipt-verifier'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { readJsonFile, usableKeys } from '../read-file.ts'
import { replayBundle, UnusableBundle } from './replay-bundle.ts'
import { writeReplay } from './write-replay.ts'

export interface ReplayRequest {
  readonly file: string
  /** File of the key document; without one, the keys that came with the bundle are taken at its word. */
  readonly keys?: string
  readonly json?: boolean
}

/** Replays the bundle in a file and says how each step came out. Throws UnusableInput for what cannot be replayed. */
export function runReplay({ file, keys, json }: ReplayRequest, { print }: Output): ExitStatus {
  const candidate = readJsonFile(file)
  if (
    typeof candidate !== 'object' ||
    candidate === null ||
    !('keys' in candidate || 'schema' in candidate)
  ) {
    throw new UnusableInput(
      `${file} is no bundle.\nGet the one of a receipt: outturn receipt bundle ocr_… -o bundle.json`,
    )
  }
  const trustSet =
    keys === undefined
      ? usableKeys(`The member keys of ${file}`, (candidate as { keys?: unknown } | null)?.keys)
      : usableKeys(keys, readJsonFile(keys))
  const report = replayed(file, candidate, trustSet)
  if (json) print(JSON.stringify({ ...report, keys: keys === undefined ? 'of_bundle' : 'given' }, null, 2))
  else writeReplay(report, { areKeysPinned: keys !== undefined }, print)
  return report.agrees ? exitStatus.agrees : exitStatus.differs
}

function replayed(file: string, candidate: unknown, trustSet: TrustSet) {
  try {
    return replayBundle(candidate, trustSet)
  } catch (error) {
    if (!(error instanceof UnusableBundle)) throw error
    throw new UnusableInput(`${file} is not a bundle: ${error.message}`)
  }
}
