export type Measure = 'characters' | 'words' | 'items'

/** Units of length. */
export const measures: readonly (readonly [string, Measure])[] = [
  [
    'characters|character|chars|char|characters long|chars long|characters in length|chars in length|characters or spaces|symbols',
    'characters',
  ],
  ['words|word|words long|words in length', 'words'],
  ['items|item|entries|entry|elements|element|values|members|list items|list entries', 'items'],
]

/** Things of a list that only a field known to be a list has. */
export const lengthOf: readonly (readonly [string, Measure])[] = [
  [
    'length of|character length of|character count of|number of characters in|number of characters of|the length of|the number of characters in|the character count of',
    'characters',
  ],
  ['word count of|number of words in|the word count of|the number of words in|number of words of', 'words'],
  [
    'number of items in|number of entries in|number of elements in|the number of items in|size of the list',
    'items',
  ],
]
export const lengthAfter: readonly (readonly [string, Measure])[] = [
  [
    'length|character length|character count|text length|number of characters|length in characters',
    'characters',
  ],
  ['word count|wordcount|length in words|number of words', 'words'],
  ['item count|number of items', 'items'],
]

/** Comparisons of length; without a unit they leave it open. */
export const longness: readonly (readonly [string, 'gt' | 'gte' | 'lt' | 'lte'])[] = [
  ['longer than', 'gt'],
  ['shorter than', 'lt'],
  ['no longer than|not longer than|no longer then', 'lte'],
  ['no shorter than|not shorter than', 'gte'],
]

/** Kinds of characters that a text is made of, with the class of a pattern. */
export const alphabets: readonly (readonly [string, string])[] = [
  ['digits|digit|numeric digits|decimal digits|numerals', String.raw`\d`],
  ['letters|letter|alphabetic characters', '[A-Za-z]'],
  [
    'uppercase letters|upper-case letters|capital letters|uppercase letter|capitals|upper case letters',
    '[A-Z]',
  ],
  ['lowercase letters|lower-case letters|lowercase letter|lower case letters', '[a-z]'],
  [
    'hex characters|hex digits|hexadecimal characters|hexadecimal digits|hex chars|lowercase hex characters|hex',
    '[0-9a-f]',
  ],
  ['alphanumeric characters|alphanumerics|letters or digits|letters and digits', '[A-Za-z0-9]'],
]

/** Things that only a list has several of; whether each item is one of them is not counted. */
export const listedThings =
  'points|numbers|coordinates|options|tags|images|photos|links|labels|names|urls|keywords|authors|categories|colors|sizes|vertices|boxes|answers|choices|hashtags|steps|ingredients|reviewers|languages|emails|point|number|tag|image|label|keyword|author'
