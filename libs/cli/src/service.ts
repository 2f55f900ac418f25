import { type JsonValue, StrictJsonError, parseStrictJson } from '@outturn/canonical'
import type { TrustSet } from '@outturn/receipt-verifier'
import { readHttp } from './http-resource.ts'
import { UnusableInput } from './output.ts'
import { readJsonFile, usableKeys } from './read-file.ts'

const keysPath = '/.well-known/outturn-keys.json'

/** The keys of a service: those of a file, or the ones that it serves itself. */
export async function keysOf(base: string, file: string | undefined): Promise<TrustSet> {
  return (await keyDocumentOf(base, file)).trustSet
}

/** The same with the document as it is published. */
export async function keyDocumentOf(
  base: string,
  file: string | undefined,
): Promise<{ readonly trustSet: TrustSet; readonly document: JsonValue }> {
  const url = base + keysPath
  const document = file === undefined ? await servedKeys(url) : readJsonFile(file)
  return { trustSet: usableKeys(file ?? url, document), document }
}

async function servedKeys(url: string): Promise<JsonValue> {
  const bytes = await readHttp(url)
  if (bytes === undefined) throw new UnusableInput(`There is no key document at ${url}. Give it with --keys.`)
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    throw new UnusableInput(`${url} is not strict JSON: ${error.message}`)
  }
}
