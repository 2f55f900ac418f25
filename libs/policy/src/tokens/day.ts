const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const ofMonth = String.raw`\d{1,2}(?:st|nd|rd|th)?`

/** A day with its year, written in one way only; a day in figures with slashes is not. */
export const writtenDay = String.raw`(?:(?<iso>\d{4}-\d\d-\d\d)|(?<first>${ofMonth}) (?:of )?(?<monthAfter>${monthName})\b\.?,? (?<yearAfter>\d{4})|(?<monthBefore>${monthName})\b\.? (?:the )?(?<second>${ofMonth}),? (?<yearLast>\d{4}))(?!\d)`

/** The day that a match of `writtenDay` names, as `YYYY-MM-DD`; null when the calendar has no such day. */
export function dayOf(groups: Readonly<Record<string, string | undefined>>): string | null {
  const name = groups['monthAfter'] ?? groups['monthBefore']
  const written =
    groups['iso'] ??
    [
      groups['yearAfter'] ?? groups['yearLast'],
      String(months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1).padStart(2, '0'),
      String(Number.parseInt(groups['first'] ?? groups['second'] ?? '', 10)).padStart(2, '0'),
    ].join('-')
  return isDay(written) ? written : null
}

/** Whether the calendar has the day. */
export function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
}

/** The last instant of a day in UTC: no time with nine decimals of a second lies between it and the next day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999999999Z`
}
