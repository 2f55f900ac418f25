import { isJsonObject, type JsonValue } from '@outturn/canonical'

/** A member of the metadata of evidence that is none of those that hold content, though its name or value says so. */
export interface NearMember {
  readonly name: string
  /** How to send what it holds. */
  readonly remedy: string
}

const asRows = 'Send the list of objects as metadata.rows.'
const asText = 'Send a text as metadata.text; for a CSV file add metadata.media_type "text/csv".'
const asBytes = 'Send the bytes of the file in base64 as metadata.content_base64, with metadata.media_type.'

/** What programs call content, without case, spaces and joining signs, and where it belongs. */
const meant: readonly (readonly [names: RegExp, remedy: string])[] = [
  [/^(?:rows?|data|datasets?|items?|records?|results?|tables?|entries|list|leads|objects)$/, asRows],
  [/^(?:csv|tsv|csvtext|csvdata|csvcontent)$/, asText],
  [/^(?:texts?|contents?|body|message|value|string|document|markdown|html|answer|output|report)$/, asText],
  [
    /^(?:base64|content(?:in)?base64|base64content|file|filecontent|filedata|attachment|bytes|blob|xlsx|xls|excel|pdf|image|photo)$/,
    asBytes,
  ],
  [/^(?:json|jsontext|jsondata|payload)$/, 'Send the value as metadata.json.'],
  [/^(?:urls?|uri|link|href|fileurl|downloadurl|website)$/, 'Send the address as metadata.url.'],
]

/** The member of metadata without content that most likely was to be its content; null where none comes near. */
export function nearMember(metadata: Readonly<Record<string, unknown>>): NearMember | null {
  const members = Object.entries(metadata)
  const listed = members.find(([, value]) => isListOfObjects(value))
  if (listed !== undefined) return { name: listed[0], remedy: asRows }
  for (const [name, value] of members) {
    const plain = name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_\-.]+/g, '')
    const remedy = meant.find(([names]) => names.test(plain))?.[1]
    if (remedy === undefined) continue
    return { name, remedy: typeof value === 'string' && remedy === asRows ? asText : remedy }
  }
  return null
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isJsonObject(each as JsonValue))
}
