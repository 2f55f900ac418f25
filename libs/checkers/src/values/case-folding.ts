import { caseFoldings } from './unicode-tables.ts'
import { isPlain } from './visible-text.ts'

let foldings: ReadonlyMap<number, string> | undefined

/** A text without case, by full case folding: `ß` is `ss`, and every sigma is one letter. */
export function foldCase(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  foldings ??= readFoldings()
  let folded = ''
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    const becomes = isLowAscii(point) ? undefined : foldings.get(point)
    const width = point > 0xff_ff ? 2 : 1
    if (becomes !== undefined) {
      folded += text.slice(kept, at) + becomes
      kept = at + width
    }
    at += width - 1
  }
  return kept === 0 ? text : folded + text.slice(kept)
}

/** ASCII but its capitals, of which nothing is folded. */
function isLowAscii(point: number): boolean {
  return point < 0x80 && (point < 0x41 || point > 0x5a)
}

function readFoldings(): ReadonlyMap<number, string> {
  return new Map(
    caseFoldings.split(' ').map((pair) => {
      const [from = '', to = ''] = pair.split(':')
      return [Number.parseInt(from, 16), to.split('+').map(characterAt).join('')]
    }),
  )
}

function characterAt(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16))
}
