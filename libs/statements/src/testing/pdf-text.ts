import { inflateSync } from 'node:zlib'

/** The text of a PDF as a reader finds it: each font is looked up, and each glyph in the table that says which letters it is. */
export function pdfText(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const fonts = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(objects, id)]),
  )
  const lines: string[] = []
  for (const body of objects.values()) {
    const content = streamOf(body)
    let letters: readonly string[] = []
    for (const [part, font, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = fonts.get(font) ?? []
      else lines.push(decode(glyphs ?? part, letters))
    }
  }
  return lines.join('\n')
}

function streamOf(body: string): string {
  const [, dictionary = '', data = ''] = /^([\s\S]*?)stream\n([\s\S]*)\nendstream/.exec(body) ?? []
  if (!dictionary.includes('/FlateDecode')) return data
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
}

/** The letters of each glyph of a font, by its number. */
function lettersOf(objects: ReadonlyMap<string, string>, fontId: string): readonly string[] {
  const [, id = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId) ?? '') ?? []
  const letters: string[] = []
  for (const [, list = ''] of streamOf(objects.get(id) ?? '').matchAll(/> \[([^\]]*)\]/g)) {
    for (const [, hex = ''] of list.matchAll(/<([0-9a-fA-F ]*)>/g)) {
      const units = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      letters.push(units.swap16().toString('utf16le'))
    }
  }
  return letters
}

function decode(glyphs: string, letters: readonly string[]): string {
  const codes = [...glyphs.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
  return codes.map((code) => letters[Number.parseInt(code, 16)] ?? '').join('')
}
