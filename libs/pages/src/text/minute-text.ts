import { visibleText } from './visible-text.ts'

/** A time as every page shows it, to the minute and in UTC: `2026-02-06 17:00 UTC`. What is no time is shown as it is. */
export function minuteText(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return visibleText(time)
  const iso = date.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
