/** Names of zones that mean one offset each. CST, IST and BST mean several, so that they are left out. */
const offsets: ReadonlyMap<string, string> = new Map([
  ['z', 'Z'],
  ['utc', 'Z'],
  ['gmt', 'Z'],
  ['cet', '+01:00'],
  ['cest', '+02:00'],
  ['est', '-05:00'],
  ['edt', '-04:00'],
  ['pst', '-08:00'],
  ['pdt', '-07:00'],
])

/** A time of day and its zone after a day: `T17:00:00Z`, ` 17:00 UTC`, ` at 5pm CET`. */
export const writtenTime = String.raw`(?:T| |, ?| at |, at )(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d(?:\.\d{1,9})?))?)?(?: ?(?<half>[ap])\.?m\b\.?)?(?<zone> ?(?:Z|UTC|GMT|CES?T|E[SD]T|P[SD]T)\b| ?[+-]\d\d:?\d\d)?`

/** What a match of `writtenTime` adds to a day: an instant as RFC 3339, `local` without its zone, null where there is no such time. */
export function timeOf(day: string, groups: Readonly<Record<string, string | undefined>>): string | null {
  const { half, minute = '00', second = '00', zone } = groups
  const written = Number(groups['hour'])
  if (half !== undefined && (written < 1 || written > 12)) return null
  const hour = half === undefined ? written : (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minute) > 59 || Number(second) >= 60) return null
  if (zone === undefined) return 'local'
  const name = zone.trim().toLowerCase()
  const offset = offsets.get(name) ?? name.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')
  return `${day}T${String(hour).padStart(2, '0')}:${minute}:${second}${offset}`
}
