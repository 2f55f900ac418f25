import { type CheckerName, type CheckOf, DeterministicCheck, withDefaults } from '@outturn/checkers'
import { listed, minuteText } from './words.ts'

type CompleteCheck<Name extends CheckerName> = ReturnType<typeof withDefaults<Name>>

const inField = (field: string | undefined) => (field === undefined ? 'the text' : `the field ${field}`)

/** What each checker asks, for people. */
const words: { [Name in CheckerName]: (check: CompleteCheck<Name>) => string } = {
  row_count: ({ expected }) => `there are exactly ${expected} rows`,
  completeness: ({ required_fields: fields }) => `every row has ${listed(fields)}`,
  duplicate_rate: ({ key_fields: fields, max_rate_bp: rate }) =>
    rate === 0
      ? `no two rows have the same ${listed(fields)}`
      : `at most ${rate / 100} % of the rows repeat the ${listed(fields)} of another`,
  url_format: ({ field }) => `${inField(field)} is a web address; it is not visited`,
  json_path: ({ path, operator, value }) =>
    `${path} ${operator.replaceAll('_', ' ')}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
  http_status: ({ url, field, expected }) =>
    `${url ?? `each address in the field ${field ?? 'url'}`} answers ${listed([expected].flat())}`,
  text_contains: ({ text, all_of: all, any_of: any, none_of: none, field }) =>
    [
      text === undefined ? null : `contains “${text}”`,
      all === undefined ? null : `contains all of ${quoted(all)}`,
      any === undefined ? null : `contains one of ${quoted(any)}`,
      none === undefined ? null : `contains none of ${quoted(none)}`,
    ]
      .filter((part) => part !== null)
      .map((part, index) => (index === 0 ? `${inField(field)} ${part}` : part))
      .join(' and '),
  hash_matches: ({ algorithm, expected }) =>
    `the ${algorithm.toUpperCase().replace('SHA', 'SHA-')} digest is ${expected.toLowerCase()}`,
  deadline_met: ({ deadline, grace_seconds: grace }) =>
    `it was there by ${minuteText(deadline)}${grace === 0 ? '' : `, with ${grace} seconds of grace`}`,
}

function quoted(phrases: readonly string[]): string {
  return listed(phrases.map((phrase) => `“${phrase}”`))
}

/** A deterministic check in a sentence without its end, or null for what is none. */
export function checkWords(check: unknown): string | null {
  const parsed = DeterministicCheck.safeParse(check)
  if (!parsed.success) return null
  const describe = words[parsed.data.checker] as (complete: unknown) => string
  return describe(withDefaults(parsed.data as CheckOf<CheckerName>))
}
