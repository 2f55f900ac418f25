export type Aggregate = 'sum' | 'mean' | 'min' | 'max' | 'distinct' | 'count'

/** What is said of all values of a field together. */
export const aggregates: readonly (readonly [string, Aggregate])[] = [
  [
    'average|mean|avg|avg .|average value|mean value|arithmetic mean|average of|mean of|avg of|average value of|mean value of|the average of|the mean of',
    'mean',
  ],
  ['sum|total|sum of|total of|the sum of|the total of|sum total of|sum of all|total sum of', 'sum'],
  ['number of values of|number of non-empty values of', 'count'],
  [
    'number of distinct values of|number of different values of|number of distinct|number of different|number of unique|distinct count of|count of distinct',
    'distinct',
  ],
]

/** The greatest and the least value, said as limits of every value. */
export const extremes: readonly (readonly [string, 'min' | 'max'])[] = [
  [
    'maximum|max|max .|highest|largest|greatest|maximum value of|maximum of|the maximum of|highest value of',
    'max',
  ],
  [
    'minimum|min|min .|lowest|smallest|least|minimum value of|minimum of|the minimum of|lowest value of',
    'min',
  ],
]

/** The same after the rest of the sentence. */
export const onAverage: readonly (readonly [string, Aggregate])[] = [
  ['on average|in average|on the average', 'mean'],
  ['in total|in sum|altogether', 'sum'],
]
