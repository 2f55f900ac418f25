import type { FieldTest } from '../reading/demands/field-test.ts'

/** What a value is said to be, and what is tested then. */
type Form = readonly FieldTest[]

const format = (name: string): Form => [{ kind: 'format', format: name }]
const pattern = (source: string): Form => [{ kind: 'matches', pattern: source }]
const uuid4: Form = [...format('uuid'), ...pattern(String.raw`\S{14}4\S{4}[89ABab]\S{16}`)]
/** A date and time of ISO 8601 that has its seconds and its offset, as RFC 3339 asks for. */
const rfc3339: Form = [
  ...format('iso_date_time'),
  ...pattern(String.raw`\S{10}[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)`),
]
const type = (name: string): Form => [{ kind: 'type', type: name }]
const url = (...schemes: string[]): Form => [{ kind: 'url', schemes: schemes.length === 0 ? null : schemes }]
const over = (relation: 'gt' | 'gte' | 'lt' | 'lte' | 'ne' | 'eq'): Form => [
  { kind: 'compare', relation, value: 0 },
]

/** Nouns: what is said after an article, with `valid` or without. */
export const formNouns: readonly (readonly [string, Form])[] = [
  ['email|e-mail|email address|e-mail address|emails|email addresses|e-mails|mail address', format('email')],
  [
    'e.164 number|e.164 phone number|e164 number|e164 phone number|e.164|e164|phone number in e.164 format|e.164 phone|phone number in e.164',
    format('e164'),
  ],
  ['uuid|uuids|guid|guids', format('uuid')],
  ['uuid v4|uuidv4|v4 uuid|version 4 uuid|uuid version 4', uuid4],
  [
    'iso date|iso 8601 date|iso-8601 date|iso dates|date|dates|calendar date|yyyy-mm-dd date|iso8601 date|day',
    format('iso_date'),
  ],
  ['rfc 3339 timestamp|rfc 3339 time|rfc3339 timestamp|rfc3339 time|rfc 3339 date-time', rfc3339],
  [
    'iso timestamp|iso 8601 timestamp|iso datetime|iso 8601 datetime|iso 8601 date-time|iso 8601 date time|iso date-time|iso date and time|date-time|iso 8601 date and time|date and time',
    format('iso_date_time'),
  ],
  [
    'iso country code|iso country|iso 3166 country code|iso 3166 code|iso 3166-1 country code|iso 3166-1 alpha-2 code|iso 3166 alpha-2 code|two-letter iso country code|2 - letter iso country code|iso alpha-2 country code|country code iso 3166|alpha-2 country code|iso-3166 country code',
    format('iso_country'),
  ],
  [
    'iso currency code|iso currency|iso 4217 code|iso 4217 currency code|iso 4217 currency|three-letter iso currency code|3 - letter iso currency code|iso-4217 currency code|currency code iso 4217',
    format('iso_currency'),
  ],
  [
    'bcp 47 tag|bcp 47 language tag|bcp47 tag|bcp 47 locale|bcp47 language tag|bcp-47 tag|bcp 47 code|bcp 47|bcp47|language tag',
    format('bcp47'),
  ],
  [
    'hex colour|hex color|hex colour code|hex color code|hex colors|hex colours|hexadecimal color|hexadecimal colour|hex color value|hex triplet',
    format('hex_colour'),
  ],
  [
    'semver|semantic version|semver version|semantic version number|semver string|semver number',
    format('semver'),
  ],
  ['ipv4|ipv4 address|ipv4 addresses|ip v4 address', format('ipv4')],
  ['iban|ibans|iban number', format('iban')],
  [
    'https url|https link|https urls|https links|https web address|https address|secure url|https website|https web addresses|https uri',
    url('https'),
  ],
  ['http url|http link|http urls|http links', url('http')],
  [
    'url|link|web address|urls|links|web link|web addresses|web links|website address|uri|website url|http or https url|http ( s ) url|website',
    url(),
  ],
  [
    'integer|integers|whole number|whole numbers|int|integer number|integer value|whole integer',
    type('integer'),
  ],
  ['number|numbers|numeric value|numerical value|decimal number|decimal|numeric|float', type('number')],
  ['boolean|bool|booleans|true/false value|boolean value|true or false value', type('boolean')],
  ['string|text string|strings|text value|string value|text', type('string')],
  ['array|list|arrays|json array', type('array')],
  ['object|json object', type('object')],
  [
    'positive integer|positive whole number|positive integers|positive whole numbers|natural number|integer greater than zero',
    [...type('integer'), ...over('gt')],
  ],
  [
    'non-negative integer|nonnegative integer|non negative integer|non-negative whole number',
    [...type('integer'), ...over('gte')],
  ],
  [
    'positive number|positive value|positive amount|positive numbers|positive values|positive decimal',
    over('gt'),
  ],
  ['negative number|negative value|negative numbers|negative values|negative amount', over('lt')],
  [
    'non-negative number|nonnegative number|non-negative value|non negative number|non-negative numbers',
    over('gte'),
  ],
  ['kebab-case slug|url slug|slug', pattern('[a-z0-9]+(-[a-z0-9]+)*')],
]

/** Adjectives and phrases that need no article. */
export const formAdjectives: readonly (readonly [string, Form])[] = [
  ['https|an https url only', url('https')],
  ['numeric|a numeric value|numerical', type('number')],
  ['boolean', type('boolean')],
  ['positive|strictly positive|a positive number', over('gt')],
  ['negative', over('lt')],
  [
    'non-negative|nonnegative|zero or more|zero or positive|zero or greater|positive or zero|0 or positive',
    over('gte'),
  ],
  ['non-zero|nonzero', over('ne')],
  [
    'lowercase|lower case|lower-case|in lowercase|in lower case|all lowercase|lowercased|lowercase only|only lowercase|in lower-case|written in lowercase',
    pattern('[^A-Z]*'),
  ],
  [
    'uppercase|upper case|upper-case|in uppercase|in upper case|all caps|all uppercase|uppercased|uppercase only|only uppercase|capitalized letters only|in all caps|in capitals|written in uppercase',
    pattern('[^a-z]*'),
  ],
  [
    'lowercase with hyphens|lowercase and hyphens only|lowercase letters and hyphens|lower case with hyphens|kebab-case|in kebab-case|kebab case|lowercase letters , digits and hyphens|lowercase letters digits and hyphens|lowercase and hyphenated|lowercase hyphenated|in kebab case|lowercase words separated by hyphens|lowercase with dashes',
    pattern('[a-z0-9]+(-[a-z0-9]+)*'),
  ],
  ['snake_case|in snake_case|snake case|in snake case', pattern('[a-z0-9]+(_[a-z0-9]+)*')],
  [
    'alphanumeric|alphanumeric only|only alphanumeric|letters and digits only|only letters and digits|only letters and numbers|letters and numbers only',
    pattern('[A-Za-z0-9]+'),
  ],
  [
    'digits only|only digits|all digits|only numeric digits|numeric only|only numbers|numbers only|made of digits',
    pattern(String.raw`\d+`),
  ],
  ['letters only|only letters|alphabetic', pattern('[A-Za-z]+')],
  [
    'in iso date format|in iso 8601 date format|iso date formatted|in the iso date format',
    format('iso_date'),
  ],
  ['in rfc 3339 format|in rfc3339 format|in rfc 3339|in rfc3339', rfc3339],
  ['in e.164 format|in e.164|in e164 format|e.164 formatted|in the e.164 format', format('e164')],
  [
    'semver compliant|semver-compliant|in semver format|semver formatted|semantically versioned',
    format('semver'),
  ],
  ['in hex format|in hex|in hexadecimal|hexadecimal', pattern('[0-9A-Fa-f]+')],
  ['in uuid format|uuid formatted', format('uuid')],
  ['in bcp 47 format|in bcp47 format', format('bcp47')],
  [
    'a two-letter code|a 2 - letter code|two-letter code|2 - letter code|a two letter code|two letters',
    pattern('[A-Z]{2}'),
  ],
  [
    'a three-letter code|a 3 - letter code|three-letter code|3 - letter code|a three letter code',
    pattern('[A-Z]{3}'),
  ],
  ['a two-letter uppercase code|two uppercase letters', pattern('[A-Z]{2}')],
  ['a two-letter lowercase code|two lowercase letters', pattern('[a-z]{2}')],
]

/** Codes of a standard whose kind the field says. */
export const isoCodes =
  'iso code|3 - letter iso code|three-letter iso code|2 - letter iso code|two-letter iso code|iso standard code|iso codes|valid code|three letter iso code|two letter iso code|code|iso 4217|iso 3166|iso 3166-1|iso 3166-1 alpha-2|iso 4217 format|in iso 4217 format|in iso 4217'

/** Standards that a value follows, as verbs say it. */
export const standards: readonly (readonly [string, Form])[] = [
  [
    'semver|semantic versioning|the semver format|semver conventions|semver rules|the semantic versioning scheme|semantic versioning rules',
    format('semver'),
  ],
  ['e.164|e.164 format|the e.164 format', format('e164')],
  ['iso 3166|iso 3166-1|iso 3166-1 alpha-2|iso 3166 alpha-2', format('iso_country')],
  ['iso 4217|the iso 4217 standard', format('iso_currency')],
  ['rfc 3339', rfc3339],
  ['bcp 47|bcp47', format('bcp47')],
  ['kebab-case', pattern('[a-z0-9]+(-[a-z0-9]+)*')],
  ['snake_case', pattern('[a-z0-9]+(_[a-z0-9]+)*')],
]

/** Names of characters, as in `no exclamation marks in headline`. */
export const characterNames: readonly (readonly [string, string])[] = [
  ['exclamation marks|exclamation mark|exclamation points|exclamation point', '!'],
  ['question marks|question mark', '?'],
  ['hashtags|hash signs|hash symbols|hashes', '#'],
  ['commas|comma', ','],
  ['semicolons|semicolon', ';'],
  ['colons', ':'],
  ['hyphens|dashes|hyphen', '-'],
  ['underscores|underscore', '_'],
  ['at signs|at symbols|at sign', '@'],
  ['ampersands|ampersand', '&'],
  ['asterisks|asterisk', '*'],
  ['dollar signs|dollar sign', '$'],
  ['percent signs|percent sign', '%'],
  ['double quotes|quotation marks', '"'],
  ['slashes|forward slashes', '/'],
  ['pipes|pipe characters', '|'],
  ['em dashes|em dash|em-dashes', '—'],
  ['ellipses|ellipsis', '…'],
  ['euro signs', '€'],
]

/** What a text must not have in it, with the pattern that finds it. */
export const forbiddenPatterns: readonly (readonly [string, string, boolean])[] = [
  ['html tags|html|html markup|markup|html elements|html code', '<[A-Za-z/!][^>]*>', true],
  ['digits|numbers|numerals', String.raw`\d`, true],
  ['line breaks|newlines|newline characters|line break', String.raw`[\r\n]`, true],
  ['double spaces|repeated spaces|consecutive spaces|multiple spaces', ' {2}', true],
  ['uppercase letters|capital letters|uppercase characters|capitals', '[A-Z]', true],
  ['lowercase letters', '[a-z]', true],
  ['spaces|whitespace|white space|space characters', String.raw`\s`, true],
]

/** Words that a pattern of the whole text says. */
export const trimmedPatterns: readonly (readonly [string, string])[] = [
  [
    'trailing spaces|trailing whitespace|trailing white space|trailing space|spaces at the end|whitespace at the end',
    String.raw`[\s\S]*\S`,
  ],
  [
    'leading spaces|leading whitespace|leading white space|leading space|spaces at the start',
    String.raw`\S[\s\S]*`,
  ],
  [
    'leading or trailing spaces|leading or trailing whitespace|leading and trailing spaces|leading and trailing whitespace|trailing or leading spaces|leading or trailing white space|surrounding whitespace|surrounding spaces|extra spaces at the start or end',
    String.raw`\S([\s\S]*\S)?`,
  ],
]
