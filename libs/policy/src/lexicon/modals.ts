const duties =
  'must|should|shall|has to|have to|needs to|need to|ought to|is to|are to|will|is required to|are required to|is supposed to|are supposed to|is expected to|are expected to'.split(
    '|',
  )
const refusals =
  "must not|mustn't|should not|shouldn't|shall not|may not|can not|cannot|can't|must never|should never|may never|can never|shall never|will not|won't|will never|is not to|are not to|ought not to|is never to|has to never|is not allowed to|are not allowed to|is never allowed to|are never allowed to".split(
    '|',
  )
const adverbs = ['', ' always', ' also', ' all', ' each', ' both', ' only', ' never'].filter(
  (one) => one !== ' only',
)

const negative = (adverb: string): boolean => adverb === ' never'

/** Being something, and whether it is denied. */
export const being: readonly (readonly [string, boolean])[] = [
  ...duties.flatMap((duty) =>
    adverbs.flatMap((adverb): (readonly [string, boolean])[] => [
      [`${duty}${adverb} be`, !negative(adverb)],
      [`${duty}${adverb} remain`, !negative(adverb)],
      [`${duty}${adverb} stay`, !negative(adverb)],
    ]),
  ),
  ...refusals.map((refusal): readonly [string, boolean] => [`${refusal} be`, false]),
  ...['is', 'are', 'was', 'were', 'be', 'being', 'stays', 'remains', 'stay', 'remain'].flatMap(
    (verb): (readonly [string, boolean])[] => [
      [verb, true],
      ...['always', 'all', 'each', 'both', 'also'].map((adverb): readonly [string, boolean] => [
        `${verb} ${adverb}`,
        true,
      ]),
      [`${verb} not`, false],
      [`${verb} never`, false],
    ],
  ),
  [
    'can only be|may only be|must only be|should only be|can be only|may be only|must be only|only be|shall only be|is only|are only|must always be either',
    true,
  ],
  ["isn't|aren't|wasn't|not|never|not be|never be", false],
]

/** What may stand before a verb in its bare form, and whether it is denied. */
export const doing: readonly (readonly [string, boolean])[] = [
  ...duties.flatMap((duty) =>
    adverbs.map((adverb): readonly [string, boolean] => [`${duty}${adverb}`, !negative(adverb)]),
  ),
  ...refusals.map((refusal): readonly [string, boolean] => [refusal, false]),
  ["does not|do not|doesn't|don't|never|not|does never", false],
]
