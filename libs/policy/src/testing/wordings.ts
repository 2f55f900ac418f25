import type { Relation } from './claim.ts'

/** How people say a relation to a number: `{}` is its place. Written apart from the lexicon of the reader. */
export const relations: Readonly<Record<Relation, readonly string[]>> = {
  gte: [
    'is at least {}',
    'must be at least {}',
    'should be {} or more',
    'is {} or higher',
    'is not below {}',
    'is not less than {}',
    'is never less than {}',
    'must not be lower than {}',
    'should not be under {}',
    'is no less than {}',
    'is greater than or equal to {}',
    'has to be at least {}',
    'needs to be at least {}',
    'may not be below {}',
    "isn't less than {}",
    '>= {}',
    '≥ {}',
    'must be >= {}',
    'shall be at least {}',
    'at least {}',
  ],
  lte: [
    'is at most {}',
    'must be at most {}',
    'should be {} or less',
    'is {} or lower',
    'is not above {}',
    'is not more than {}',
    'must not exceed {}',
    'cannot exceed {}',
    'does not exceed {}',
    'is never above {}',
    'must not be greater than {}',
    'is no more than {}',
    'is less than or equal to {}',
    'may not be over {}',
    "shouldn't be above {}",
    '<= {}',
    '≤ {}',
    'must be <= {}',
    'up to {}',
    'at most {}',
  ],
  gt: [
    'is greater than {}',
    'is more than {}',
    'is above {}',
    'is over {}',
    'is higher than {}',
    'must be greater than {}',
    'must be larger than {}',
    'must exceed {}',
    'exceeds {}',
    '> {}',
    'should be > {}',
  ],
  lt: [
    'is less than {}',
    'is below {}',
    'is under {}',
    'is lower than {}',
    'must be less than {}',
    'should be smaller than {}',
    'must stay below {}',
    '< {}',
    'has to be < {}',
  ],
  equals: [
    'is {}',
    'equals {}',
    'is equal to {}',
    'is exactly {}',
    'must be {}',
    '= {}',
    '== {}',
    'must equal {}',
  ],
  not_equals: ['is not {}', 'must not be {}', 'is never {}', 'does not equal {}', '!= {}', '≠ {}'],
}

/** `{a}` and `{b}` are the ends, both of which count. */
export const ranges = [
  'is between {a} and {b}',
  'must be between {a} and {b}',
  'should lie between {a} and {b}',
  'ranges from {a} to {b}',
  'is from {a} to {b}',
  'is in the range {a} to {b}',
  'is at least {a} and at most {b}',
  'between {a} and {b}',
] as const

/** `{}` is a field that every row has a value of. */
export const presences = [
  'every row has {}',
  'each row has {}',
  'all rows have {}',
  'every row must have {}',
  'each row needs to have {}',
  'every record contains {}',
  '{} is present',
  '{} is present in every row',
  '{} must be present',
  '{} is not empty',
  '{} is never empty',
  '{} must not be empty',
  '{} cannot be blank',
  '{} may not be null',
  '{} is required',
  '{} is mandatory',
  '{} must be filled in',
  '{} is filled in',
  'no empty {}',
  'no missing {}',
  'no row lacks {}',
  'rows without {} are rejected',
] as const

/** `{a}` and `{b}` are two such fields. */
export const jointPresences = [
  'every row has {a} and {b}',
  'each row must have {a} and {b}',
  '{a} and {b} are present',
  '{a} and {b} are required',
  '{a} and {b} must not be empty',
  '{a}, {b}: required',
  'neither {a} nor {b} may be empty',
] as const

/** One of the two is enough. */
export const choices = [
  'every row has {a} or {b}',
  'each row has either {a} or {b}',
  'every row must have {a} or {b}',
  'at least one of {a} and {b} is present',
] as const

/** `{}` is a key that no two rows share. */
export const uniquenesses = [
  'no duplicates by {}',
  'no duplicate {}',
  '{} is unique',
  '{} must be unique',
  '{} should be unique',
  'no two rows have the same {}',
  'no two rows share {}',
  'each {} appears only once',
  'unique {}',
] as const

/** `{a}` and `{b}` are one key together. */
export const jointUniquenesses = [
  'no duplicates by {a} and {b}',
  'the combination of {a} and {b} is unique',
  'no two rows have the same {a} and {b}',
] as const

/** `{}` is the number of rows. */
export const counts: Readonly<Record<'exact' | 'least' | 'most', readonly string[]>> = {
  exact: [
    'exactly {} rows',
    '{} rows',
    'there are exactly {} rows',
    'the number of rows is {}',
    '{} records',
  ],
  least: [
    'at least {} rows',
    'a minimum of {} rows',
    '{} rows or more',
    'no fewer than {} rows',
    'min. {} rows',
    'not less than {} rows',
    '>= {} rows',
  ],
  most: [
    'at most {} rows',
    'a maximum of {} rows',
    '{} rows or fewer',
    'no more than {} rows',
    'max. {} rows',
    'up to {} rows',
    'not more than {} rows',
  ],
}

/** `{}` is a percentage, `{clause}` what so many rows meet. */
export const shares: Readonly<Record<'least' | 'more', readonly string[]>> = {
  least: [
    'at least {}% of rows: {clause}',
    '{clause} in at least {}% of rows',
    '{clause} for {}% of rows or more',
    '{clause} in >= {}% of rows',
  ],
  more: ['more than {}% of rows: {clause}', '{clause} in more than {}% of rows'],
}

/** `{}` is the field. */
export const aggregates: Readonly<Record<'mean' | 'sum', readonly string[]>> = {
  mean: ['the average {}', 'average {}', 'the mean of {}', 'mean {}', 'avg {}'],
  sum: ['the sum of {}', 'total {}', 'the total of {}', 'sum of {}'],
}

/** `{a}` and `{b}` are two numbers of a row. */
export const pairs: Readonly<Record<Relation, readonly string[]>> = {
  gte: ['{a} is at least {b}', '{a} must not be less than {b}', '{a} >= {b}', '{a} is not below {b}'],
  lte: ['{a} is at most {b}', '{a} must not exceed {b}', '{a} <= {b}', '{a} is never above {b}'],
  gt: ['{a} is greater than {b}', '{a} must be higher than {b}', '{a} > {b}', '{a} exceeds {b}'],
  lt: ['{a} is less than {b}', '{a} must be lower than {b}', '{a} < {b}', '{a} is below {b}'],
  equals: ['{a} equals {b}', '{a} = {b}', '{a} must be equal to {b}'],
  not_equals: ['{a} differs from {b}', '{a} must differ from {b}', '{a} != {b}', '{a} is not equal to {b}'],
}

/** `{}` is a list of values. */
export const memberships = [
  'is one of {}',
  'must be one of {}',
  'is in {}',
  'should be one of {}',
  'is {or}',
  'must be {or}',
] as const

/** `{n}` is a number of characters or words, `{unit}` which of the two. */
export const lengths: Readonly<Record<'least' | 'most', readonly string[]>> = {
  least: [
    'has at least {n} {unit}',
    'is at least {n} {unit} long',
    'must have {n} {unit} or more',
    'is no shorter than {n} {unit}',
  ],
  most: [
    'has at most {n} {unit}',
    'is at most {n} {unit} long',
    'must not be longer than {n} {unit}',
    'is no longer than {n} {unit}',
    'has no more than {n} {unit}',
    'max {n} {unit}',
  ],
}

/** `{v}` is the value of field `{a}` at which field `{b}` is required. */
export const conditionals = [
  'if {a} is {v} then {b} is present',
  'if {a} is {v}, {b} is required',
  '{b} is required when {a} is {v}',
  '{b} must be present if {a} is {v}',
  'when {a} = {v}, {b} must not be empty',
] as const

export const containments: Readonly<Record<'with' | 'without', readonly string[]>> = {
  with: ['{} contains {p}', '{} must contain {p}', '{} includes {p}', '{} should mention {p}'],
  without: [
    '{} does not contain {p}',
    '{} must not contain {p}',
    '{} never contains {p}',
    '{} must not include {p}',
  ],
}

/** What may stand around a sentence and changes nothing. */
export const fillers: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', '.'],
  ['Please ', ''],
  ['', ', please'],
  ['please make sure that ', ''],
  ['ensure ', ''],
  ['- ', ''],
  ['', '!'],
  [' ', '  '],
]

/** What takes a sentence back, narrows it, or says more than any check. With it nothing may be required. `{}` is the sentence. */
export const undoings = [
  '{} unless unavailable',
  '{} except the first',
  '{}, except on Sundays',
  '{}, if possible',
  '{} if known',
  '{} or so',
  '{} or not',
  '{} or something like it',
  '{} most of the time',
  '{}, mostly',
  '{}, usually',
  '{} where applicable',
  '{} where possible',
  '{} as far as possible',
  '{}, ideally',
  '{}, preferably',
  '{}, more or less',
  '{}, but not always',
  '{} but only for new customers',
  '{}, not counting test rows',
  '{} without counting the first',
  '{} for the most part',
  '{} for rows after Monday',
  '{} for the first row',
  '{} per month',
  '{} per ship',
  '{} in theory',
  '{} on a good day',
  '{} soon',
  '{} eventually',
  '{} again',
  '{} with a margin of 10%',
  '{} plus or minus 2',
  '{} ± 1',
  '{} (roughly)',
  '{} (just kidding)',
  '{} (optional)',
  '{} (not required)',
  '{} - no, forget that',
  '{}, which is not required',
  '{} is what I do not want',
  '{} is not required',
  '{} would be nice',
  '{} was the old rule',
  '{}? No',
  '{}?',
  '{} und alle Zeilen haben telefon',
  "{} s'il vous plaît",
  'ignore: {}',
  'ignore this: {}',
  'it is false that {}',
  'it is not true that {}',
  'it is not required that {}',
  'it does not matter whether {}',
  'no one asks that {}',
  'maybe {}',
  'perhaps {}',
  'ideally {}',
  'preferably {}',
  'roughly {}',
  'most of the time {}',
  'sometimes {}',
  'if you have time, {}',
  'unless we agree otherwise, {}',
  'for example: {}',
  'e.g. {}',
  'not: {}',
  'do not check that {}',
  'never mind: {}',
  'previously {}',
  'the old text said {}',
  'other than weekends, {}',
  'vielleicht {}',
  '"{}"',
  '~~{}~~',
] as const
