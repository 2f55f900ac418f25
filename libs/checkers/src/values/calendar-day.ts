const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const starts = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayOfMonth = String.raw`\d{1,2}(?:st|nd|rd|th)?`

/** A day that is written in one way only: `2026-12-01`, `1 December 2026`, `Dec 1st, 2026`. A day in figures with slashes is not. */
export const dayPattern = String.raw`(?:\d{4}-\d\d-\d\d(?![\dT:]| \d)|(?:the )?${dayOfMonth} (?:of )?(?:${monthNames})\.?,? \d{4}|(?:${monthNames})\.? (?:the )?${dayOfMonth},? \d{4})`

/** The last instant of a day in UTC, as RFC 3339; null when the calendar has no such day. */
export function endOfDay(text: string): string | null {
  const day = text.toLowerCase()
  const name = /[a-z]{3,}/.exec(day.replace(/^the |\bof |\bthe /g, ''))?.[0] ?? ''
  const month = name === '' ? day.slice(5, 7) : String(starts.indexOf(name.slice(0, 3)) + 1)
  const year = name === '' ? day.slice(0, 4) : day.slice(-4)
  const ofMonth = name === '' ? day.slice(8, 10) : (/\d{1,2}/.exec(day)?.[0] ?? '')
  const date = `${year}-${month.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
  const instant = new Date(`${date}T23:59:59.999Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
    ? instant.toISOString()
    : null
}
