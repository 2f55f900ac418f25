// The names under which programs send the forms that are read.

const jsonRowsMedia = /^application\/json\b/i
const jsonMedia = /^application\/(?:[\w.-]+\+)?json\b/i
const jsonLinesMedia = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)\b/i
/** Windows calls CSV by the name of Excel. */
const csvMedia =
  /^(?:text\/(?:x-)?csv|text\/comma-separated-values|application\/(?:x-)?csv|application\/vnd\.ms-excel)\b/i
const tabsMedia = /^text\/(?:tab-separated-values|tsv|x-tsv)\b/i
const workbookMedia =
  /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)|ms-excel\.sheet\.macroenabled\.12)\b/i
/** Names that say nothing of the form; such a file is a table where it has the shape of one. */
const plainMedia = /^(?:text\/plain|application\/octet-stream)\b/i

export function isTabs(mediaType: string): boolean {
  return tabsMedia.test(mediaType)
}

export function isCsv(mediaType: string): boolean {
  return csvMedia.test(mediaType) || isTabs(mediaType)
}

/** Whether a file is JSON by its name, be it rows or not. */
export function isJson(mediaType: string): boolean {
  return jsonMedia.test(mediaType)
}

/** Whether a file may be one JSON list of rows. */
export function isJsonList(mediaType: string): boolean {
  return jsonRowsMedia.test(mediaType)
}

export function isJsonLines(mediaType: string): boolean {
  return jsonLinesMedia.test(mediaType)
}

/** Whether a file of this media type may hold rows as JSON: as one list, or one a line. */
export function isRowsOfJson(mediaType: string): boolean {
  return isJsonList(mediaType) || isJsonLines(mediaType)
}

/** Whether a file is a table by its name, and nothing else. */
export function isTable(mediaType: string): boolean {
  return isCsv(mediaType) || isJsonLines(mediaType) || workbookMedia.test(mediaType)
}

export function isPlain(mediaType: string): boolean {
  return plainMedia.test(mediaType)
}
