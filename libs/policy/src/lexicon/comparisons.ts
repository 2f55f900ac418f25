/** A relation of two values; `ne` is told apart from the order of numbers. */
export type Relation = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

/** The relation that holds where this one does not. */
export const opposite: Readonly<Record<Relation, Relation>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
}

/** The relation with its sides changed. */
export const mirrored: Readonly<Record<Relation, Relation>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  gte: 'lte',
  lt: 'gt',
  lte: 'gte',
}

/** The names that a check has for them. */
export const operatorOf = {
  eq: 'equals',
  ne: 'not_equals',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
} as const satisfies Record<Relation, string>

/** Signs, and words that stand before a number. Those under `bounds` are not turned by a negation: `not at least 5` has two meanings. */
export const signs: readonly (readonly [string, Relation])[] = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
  ['!=', 'ne'],
]

export const degrees: readonly (readonly [string, Relation])[] = [
  ['more than|greater than|larger than|higher than|bigger than|above|over|in excess of|exceeding', 'gt'],
  ['less than|fewer than|lower than|smaller than|below|under|beneath', 'lt'],
  ['strictly more than|strictly greater than|strictly above', 'gt'],
  ['strictly less than|strictly below|strictly lower than', 'lt'],
]

export const bounds: readonly (readonly [string, Relation])[] = [
  [
    'at least|a minimum of|minimum|minimum of|the minimum of|min|min .|min of|at minimum|not less than|no less than|no fewer than|not fewer than|no lower than|no smaller than|not below|not under|not lower than|not smaller than|greater than or equal to|more than or equal to|equal to or greater than|equal to or more than|greater or equal to|above or equal to|equal to or above|larger than or equal to|higher than or equal to|starting at|starting from',
    'gte',
  ],
  [
    'at most|a maximum of|maximum|maximum of|the maximum of|max|max .|max of|at maximum|not more than|no more than|no greater than|not greater than|no higher than|not higher than|no larger than|not larger than|no bigger than|not above|not over|not exceeding|not to exceed|up to|less than or equal to|fewer than or equal to|equal to or less than|less or equal to|below or equal to|equal to or below|lower than or equal to|smaller than or equal to|capped at|limited to',
    'lte',
  ],
]

export const equalities: readonly (readonly [string, Relation])[] = [
  ['equal to|exactly|precisely|exactly equal to', 'eq'],
  ['not equal to|unequal to', 'ne'],
]

/** Words that stand after a number. */
export const afterNumber: readonly (readonly [string, Relation])[] = [
  [
    'or more|or higher|or greater|or above|or over|or larger|or bigger|or up|and more|and above|and up|and over|and higher|minimum|min|at least|at minimum|at the least|or longer|plus',
    'gte',
  ],
  [
    'or less|or fewer|or lower|or below|or under|or smaller|and below|and under|and less|maximum|max|at most|at the most|at maximum|or shorter|tops',
    'lte',
  ],
  ['exactly|precisely', 'eq'],
]

/** Words that stand after a year, a day or a time. */
export const afterTime: readonly (readonly [string, Relation])[] = [
  ['or later|or newer|or after|or more recent|and later|and newer|onwards|and onwards', 'gte'],
  ['or earlier|or older|or before|and earlier|at the latest', 'lte'],
]

/** Words that compare times. */
export const temporal: readonly (readonly [string, Relation])[] = [
  ['after|later than|more recent than|newer than|following|past', 'gt'],
  ['before|earlier than|prior to|older than|preceding', 'lt'],
  [
    'on or after|no earlier than|not earlier than|not before|no older than|since|at or after|the same as or after',
    'gte',
  ],
  ['on or before|no later than|not later than|not after|up to and including|at or before|by|until', 'lte'],
  ['on', 'eq'],
]

/** Of these, the words that may stand before the name of a field. */
export const temporalOfFields: readonly (readonly [string, Relation])[] = [
  ['after|later than|more recent than|newer than', 'gt'],
  ['before|earlier than|prior to|older than', 'lt'],
  ['on or after|no earlier than|not earlier than|not before|at or after', 'gte'],
  ['on or before|no later than|not later than|not after|at or before', 'lte'],
]

/** Words that compare two fields beside those for numbers. */
export const sameness: readonly (readonly [string, Relation])[] = [
  ['equal to|the same as|identical to|same as|equal', 'eq'],
  [
    'not equal to|different from|different to|different than|distinct from|other than|unequal to|not the same as',
    'ne',
  ],
]

/** Words after a number that mean more of some things and less of others. */
export const orBetter = 'or better|or worse|or stronger|or nicer'
