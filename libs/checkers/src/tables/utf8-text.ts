import { lineEnds, type ProblemFound, problemAt, problemOf } from './table-problem.ts'

const saveAsUtf8 = 'Save the file as UTF-8 and send it again; spreadsheets call it "CSV UTF-8".'

/** The text of a file in UTF-8, with or without a byte order mark; a file in another encoding is named, with the first wrong byte. */
export function utf8Text(bytes: Uint8Array): string | ProblemFound {
  if (isUtf16(bytes)) return problemOf(inUtf16, saveAsUtf8)
  try {
    return decode(bytes)
  } catch {
    const { line, byte } = firstWrongByte(bytes)
    const hex = byte.toString(16).toUpperCase().padStart(2, '0')
    const { problem } = problemAt(line, null, `the byte 0x${hex} is not UTF-8, and only UTF-8 is read`)
    return { kind: 'problem', problem: { ...problem, remedy: saveAsUtf8 } }
  }
}

const inUtf16 = 'the file is in UTF-16, and only UTF-8 is read'
/** Number of leading bytes that are searched for signs of UTF-16 without a byte order mark. */
const sampleBytes = 1_024

/** Names a file in UTF-16 without a byte order mark: of its letters every other byte is zero, always on the same side. */
export function unmarkedUtf16(bytes: Uint8Array): ProblemFound | null {
  const zeros = [0, 0]
  const length = Math.min(bytes.length - (bytes.length % 2), sampleBytes)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = Math.max(even, odd)
  return length > 0 && most >= length / 4 && Math.min(even, odd) <= most / 8
    ? problemOf(inUtf16, saveAsUtf8)
    : null
}

/** A text without U+0000, or where the first one stands. */
export function withoutNul(text: string | ProblemFound): string | ProblemFound {
  if (typeof text !== 'string') return text
  const at = text.indexOf('\u0000')
  if (at < 0) return text
  const line = lineEnds(text, 0, at) + 1
  const { problem } = problemAt(line, null, 'the line holds the character U+0000, which no text has')
  return {
    kind: 'problem',
    problem: { ...problem, remedy: 'Take the character out of the line and send the file again.' },
  }
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** The first byte at which a file stops being UTF-8. No byte of a line end is a part of another character. */
function firstWrongByte(bytes: Uint8Array): { line: number; byte: number } {
  let line = 1
  let start = 0
  for (let at = 0; at <= bytes.length; at++) {
    const isEnd = at === bytes.length || bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)
    if (!isEnd) continue
    const found = wrongByteOf(bytes.subarray(start, at))
    if (found !== null) return { line, byte: found }
    line += 1
    start = at + 1
  }
  return { line: 1, byte: bytes[0] ?? 0 }
}

function wrongByteOf(line: Uint8Array): number | null {
  try {
    decode(line)
    return null
  } catch {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let lead = 0
    for (let at = 0; at < line.length; at++) {
      try {
        // A character that is complete gives its text; the bytes of one that is not end with its first one.
        if (decoder.decode(line.subarray(at, at + 1), { stream: true }) !== '') lead = at + 1
      } catch {
        return line[lead] ?? 0
      }
    }
    return line[lead] ?? 0
  }
}
