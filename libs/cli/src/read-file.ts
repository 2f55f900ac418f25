import { type JsonValue, StrictJsonError, parseStrictJson } from '@outturn/canonical'
import {
  KeyDocumentError,
  MAX_BUNDLE_DEPTH,
  type OutcomeReceipt,
  parseKeyDocument,
  readOutcomeReceipt,
  readReceiptEnvelope,
  type TrustSet,
} from '@outturn/receipt-verifier'
import { readBoundedFile } from '@outturn/receipt-verifier/node'
import { UnusableInput } from './output.ts'

/** The strict JSON in a file, or in the standard input where it is `-`. Throws UnusableInput for a file that cannot be read or is anything else. */
export function readJsonFile(file: string): JsonValue {
  let bytes: Uint8Array
  try {
    bytes = readBoundedFile(file === '-' ? process.stdin.fd : file)
  } catch (error) {
    throw new UnusableInput(`Cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    return parseStrictJson(bytes, { maxDepth: MAX_BUNDLE_DEPTH })
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const at = error.path === '' ? `position ${error.position}` : `${error.path} (position ${error.position})`
    throw new UnusableInput(`${file} is not strict JSON at ${at}: ${error.message}`)
  }
}

/** The receipt in a file, alone, in an answer of the service or in a bundle. Throws UnusableInput for anything else. */
export function readReceiptFile(file: string): OutcomeReceipt {
  const found = readReceiptEnvelope(readJsonFile(file))
  const reading = 'problem' in found ? found : readOutcomeReceipt(found.receipt)
  if ('problem' in reading) throw new UnusableInput(`${file} is not a receipt: ${reading.problem}.`)
  return reading.receipt
}

/** The keys of the document of this name. Throws UnusableInput where it is no usable key document. */
export function usableKeys(name: string, document: unknown): TrustSet {
  try {
    return parseKeyDocument(document)
  } catch (error) {
    if (!(error instanceof KeyDocumentError)) throw error
    throw new UnusableInput(`${name} is not a usable key document: ${error.message}`)
  }
}
