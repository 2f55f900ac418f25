/** What a field is said to be where no two rows share a value. */
export const uniqueWords = 'unique|distinct|unique values|a unique value|one of a kind'
/** The same denied. */
export const repeatedWords = 'duplicated|repeated|duplicate|duplicates|reused|a duplicate|non-unique'
export const duplicateNouns =
  'duplicate|duplicates|duplicated|repeated|repeating|duplication|duplication of|repeats|repeat|repetition of|duplicate values|repeated values|duplicate value'
export const ignoringCase =
  'ignoring case|case insensitive|case insensitively|case-insensitive|case-insensitively|, ignoring case|, case-insensitive|, case-insensitively|regardless of case|irrespective of case|( case-insensitive )|( case insensitive )|( ignoring case )|( not case-sensitive )'
