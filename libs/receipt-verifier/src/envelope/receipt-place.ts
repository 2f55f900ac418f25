import { formatJsonPath, isJsonObject, type JsonValue, parseStrictJson } from '@outturn/canonical'
import { slugOfSchemaId } from '../preimages/schema-id.ts'

type Step = string | number

/** Whether a value says of itself that it is a receipt. */
export function isReceiptLike(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { schema } = value
  return typeof schema === 'string' && slugOfSchemaId(schema, 'outcome-receipt') !== undefined
}

/**
 * Where a value that is no receipt holds one, such as `data`, `[0]` or `content[0].text` (a text with the JSON of one); undefined where it holds
 * none. The first in the order of the file counts.
 */
export function receiptPlace(document: unknown): string | undefined {
  const path = pathToReceipt(document, true)
  return path === undefined ? undefined : formatJsonPath(path)
}

function pathToReceipt(value: unknown, readsTexts: boolean): Step[] | undefined {
  if (isReceiptLike(value)) return []
  if (typeof value === 'string') return readsTexts && holdsReceipt(value) ? [] : undefined
  const members: readonly (readonly [Step, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : []
  for (const [step, member] of members) {
    const rest = pathToReceipt(member, readsTexts)
    if (rest !== undefined) return [step, ...rest]
  }
  return undefined
}

/** The largest nesting of a file with a receipt. */
const maxDepth = 40

function holdsReceipt(text: string): boolean {
  if (!text.includes('/outcome-receipt@')) return false
  let value: JsonValue
  try {
    value = parseStrictJson(text, { maxDepth })
  } catch {
    return false
  }
  return pathToReceipt(value, false) !== undefined
}
