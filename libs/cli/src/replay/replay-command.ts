import { KeyDocumentError, parseKeyDocument, type TrustSet } from '@outturn/receipt-verifier'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-json-file.ts'
import { replayBundle, UnusableBundle } from './replay-bundle.ts'
import { writeReplay } from './write-replay.ts'

export interface ReplayRequest {
  readonly file: string
  /** Without one, the keys that came with the bundle are taken at its word. */
  readonly keysFile: string | undefined
  readonly asJson: boolean
}

/** Replays the bundle in a file and says how each step came out. Throws UnusableInput for what cannot be replayed. */
export function runReplay({ file, keysFile, asJson }: ReplayRequest, { print }: Output): ExitStatus {
  const candidate = readJsonFile(file)
  const report = replayed(file, candidate, trustedKeys(file, candidate, keysFile))
  if (asJson) {
    print(JSON.stringify({ ...report, keys: keysFile === undefined ? 'of_bundle' : 'given' }, null, 2))
  } else {
    writeReplay(report, { areKeysPinned: keysFile !== undefined }, print)
  }
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

function trustedKeys(file: string, candidate: unknown, keysFile: string | undefined): TrustSet {
  const [name, document] =
    keysFile === undefined
      ? [`The member keys of ${file}`, (candidate as { keys?: unknown } | null)?.keys]
      : [keysFile, readJsonFile(keysFile)]
  try {
    return parseKeyDocument(document)
  } catch (error) {
    if (!(error instanceof KeyDocumentError)) throw error
    throw new UnusableInput(`${name} is not a usable key document: ${error.message}`)
  }
}
