/** All rows, one by one, before what a row is called. */
export const everyWords =
  'every|each|all|all the|all of the|each of the|every single|each and every|the|every one of the|all our|all your|both'

/** Every row, without what it is called. */
export const everyOne = 'each|each one|each of them|every one|all of them|everyone|they|they all'

/** What stands before a noun that is a field, as the subject of a sentence, and changes nothing. */
export const determiners =
  'the|a|an|its|their|every|each|all|all the|all of the|both|every single|each of the|your|our'
/** The same of what a row has, where `all` and `the same` would say more. */
export const possessives = 'the|a|an|its|their|your|our|its own'

/** What marks a word beside it as the name of a field. */
export const markWords = 'field|column|key|attribute|property|fields|columns|keys|attributes|properties'

/** What may follow the name of a field and means its values. */
export const valueWords =
  'values|value|entries|field|column|fields|columns|cell|cells|data|attribute|property'

/** What may stand before the name of a field and means its values. */
export const valuesOf =
  'value of|values of|values in|the value of|the values of|the values in|the value in|every value of|all values of|all values in|every value in|each value in|each value of|the contents of|entries in|values for|value in|any value in|any value of'

/** That something holds for every row, after it was said. The row noun follows. */
export const inEvery =
  'in every|in each|in all|in all the|on every|on each|on all|for every|for each|for all|for all the|for all of the|of every|of each|of all|across all|across every|across the|throughout the|in the|within each|in all of the|across all of the|with every|with each'

/** That something holds for every row, without a row noun. */
export const everywhere =
  'everywhere|throughout|without exception|in all cases|in every case|at all times|always|each|apiece|across the board|across the dataset|across the whole dataset|across the file|across the entire dataset|in the dataset|in the file|in the list|in the data|in the whole dataset|in the whole file|in the table|in this dataset|in the delivery|across the list|across the table|across all data|in the entire dataset'

/** What the rows together are called. */
export const wholes =
  'dataset|data set|file|list|table|spreadsheet|sheet|delivery|deliverable|data|result|results|output|csv|export|csv file|json file'

/** What follows `per` where every row is meant; after any other noun it makes groups of rows. */
export const perRow = 'per row|per record|per entry|per line|per item|per data point'
