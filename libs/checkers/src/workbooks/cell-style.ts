import { WorkbookDefect } from './workbook-defect.ts'
import type { WorkbookParts } from './workbook-parts.ts'
import { readXml } from './xml-events.ts'

/** What the format of a cell makes of its number. */
export type StyleKind = 'number' | 'date' | 'time' | 'date-time' | 'duration'

export interface CellStyles {
  kindOf(style: number): StyleKind
}

/** Formats that every workbook has without saying so. */
const builtIn: Readonly<Record<number, StyleKind>> = {
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date']),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'time'])),
  22: 'date-time',
  46: 'duration',
}

/** The kinds of the cell formats of a workbook, in their order. */
export function readStyles(parts: WorkbookParts): CellStyles {
  const path = parts.relatedByType('styles')
  const kinds = new Map<number, StyleKind>()
  const formats: number[] = []
  let isOfCells = false
  if (path !== null) {
    readXml(parts.textOf(path), {
      open: (name, attribute) => {
        if (name === 'numFmt')
          kinds.set(Number(attribute('numFmtId')), kindOfCode(attribute('formatCode') ?? ''))
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) formats.push(Number(attribute('numFmtId') ?? 0))
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false
      },
    })
  }
  return {
    kindOf: (style) => {
      const id = formats[style] ?? 0
      return kinds.get(id) ?? builtIn[id] ?? 'number'
    },
  }
}

/** Spreadsheets take no longer format. */
const maxCodeLength = 255

/** A format is of a date or time by its letters, outside of quoted words, colours and conditions. */
function kindOfCode(code: string): StyleKind {
  if (code.length > maxCodeLength) {
    throw new WorkbookDefect(
      `a format of cells has ${code.length} characters, and at most ${maxCodeLength} are read`,
    )
  }
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';')
  if (/general/i.test(first)) return 'number'
  const hasDay = /[yd]/i.test(first)
  const hasTime = /[hs]/i.test(first)
  if (hasDay) return hasTime ? 'date-time' : 'date'
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'duration'
  if (hasTime) return 'time'
  return /m/i.test(first) ? 'date' : 'number'
}

const dayMs = 86_400_000

/**
 * A serial number as a text: `2026-01-31`, with `T17:00:00` where it has a time, or a time of day alone. Spreadsheets keep no offset,
 * so a time has none. Null of what no calendar has.
 */
export function dateText(
  serial: number,
  kind: Exclude<StyleKind, 'number'>,
  dates1904: boolean,
): string | null {
  if (serial < 0) return null
  const ms = Math.round(serial * dayMs)
  if ((kind === 'time' || kind === 'duration') && ms < dayMs) return timeText(ms)
  const days = Math.floor(ms / dayMs)
  // The 29th of February 1900, which the calendar of spreadsheets has and no other.
  if (!dates1904 && (days === 60 || days === 0)) return null
  const epoch = dates1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const date = new Date(epoch + days * dayMs)
  if (date.getUTCFullYear() > 9_999) return null
  const day = date.toISOString().slice(0, 10)
  const time = ms % dayMs
  return kind === 'date' && time === 0 ? day : `${day}T${timeText(time)}`
}

function timeText(ms: number): string {
  const text = new Date(ms).toISOString().slice(11, 23)
  return text.endsWith('.000') ? text.slice(0, 8) : text
}
