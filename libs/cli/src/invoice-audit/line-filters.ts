import { escaped } from '../report/page.ts'
import type { AuditedLine } from './line-reasons.ts'

/** A choice of lines: those with a class, a number of them. */
export type LineFilter = {
  readonly id: string
  readonly label: string
  /** Class of the rows that it shows; null for all. */
  readonly shows: string | null
  readonly count: number
}

/** All lines, then those of each status and with each reason that the audit has. No choice is empty but that of an empty invoice. */
export function filtersOf(lines: readonly AuditedLine[]): readonly LineFilter[] {
  const counted = new Map<string, number>()
  const count = (name: string) => counted.set(name, (counted.get(name) ?? 0) + 1)
  for (const { status } of lines) count(status)
  for (const { discrepancies } of lines) for (const code of discrepancies) count(code)
  return [
    { id: 'show-all', label: 'all', shows: null, count: lines.length },
    ...[...counted].map(([name, number]) => ({
      id: `show-${name}`,
      label: name.replaceAll('_', ' '),
      shows: name,
      count: number,
    })),
  ]
}

/** The choice as a group of buttons of which one is chosen, by pointer or with the arrow keys. */
export function filterForm(filters: readonly LineFilter[]): string {
  const choices = filters.map(
    ({ id, label, shows, count }) =>
      `<label><input type="radio" name="show" id="${id}"${shows === null ? ' checked' : ''}> ${escaped(label)} (${count})</label>`,
  )
  return `<fieldset><legend>Lines to show</legend>${choices.join('\n')}</fieldset>`
}

/** The rules that hide the lines that are not chosen. */
export function filterStyle(filters: readonly LineFilter[]): string {
  return filters
    .filter(({ shows }) => shows !== null)
    .map(({ id, shows }) => `main:has(#${id}:checked) tr[class]:not(.${shows}) { display: none }\n`)
    .join('')
}
