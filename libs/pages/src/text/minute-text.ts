import { visibleText } from './visible-text.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A time as every page shows it, to the minute and in UTC: `6 Feb 2026, 17:00 UTC`. What is no time is shown as it is. */
export function minuteText(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return visibleText(time)
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}
