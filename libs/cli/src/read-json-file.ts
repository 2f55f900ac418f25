import { readFileSync } from 'node:fs'
import { type JsonValue, StrictJsonError, parseStrictJson } from '@outturn/canonical'
import { MAX_BUNDLE_DEPTH } from '@outturn/receipt-verifier'
import { UnusableInput } from './output.ts'

/** The strict JSON in a file. Throws UnusableInput for a file that cannot be read or is anything else. */
export function readJsonFile(file: string): JsonValue {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
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
