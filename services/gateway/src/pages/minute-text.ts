/** A time to the minute, in UTC: `2026-02-06 17:00 UTC`. */
export function minuteText(time: string): string {
  const iso = new Date(time).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
