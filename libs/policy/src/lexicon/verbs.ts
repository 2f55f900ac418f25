/** Verbs by their bare form, the form with `s`, and the participle. */
export const verbs = {
  exceed: {
    bare: 'exceed|surpass|go above|rise above|be allowed to exceed|go over',
    third: 'exceeds|surpasses|goes above|rises above',
    participle: 'exceeding',
  },
  fall: {
    bare: 'fall below|drop below|go below|fall under|drop under|be allowed to drop below|dip below',
    third: 'falls below|drops below|goes below|dips below',
    participle: 'falling below|dropping below',
  },
  equal: { bare: 'equal|be equal to', third: 'equals', participle: 'equal to|equalling' },
  match: {
    bare: 'match|conform to|follow|adhere to|comply with|fit|satisfy|obey',
    third: 'matches|conforms to|follows|adheres to|complies with|fits|satisfies',
    participle: 'matching|following|conforming to',
  },
  start: {
    bare: 'start with|begin with',
    third: 'starts with|begins with',
    participle: 'starting with|beginning with',
  },
  end: { bare: 'end with|end in', third: 'ends with|ends in', participle: 'ending with|ending in' },
  contain: {
    bare: 'contain|include|mention|have|use|feature',
    third: 'contains|includes|mentions|has|uses|features',
    participle: 'containing|including|mentioning|with|using',
  },
  have: {
    bare: 'have|consist of|use|contain|be made of|comprise',
    third: 'has|consists of|uses|contains|comprises',
    participle: 'with|having|of',
  },
  differ: { bare: 'differ from|be different from', third: 'differs from', participle: 'differing from' },
  answer: {
    bare: 'return|answer|answer with|respond with|give|respond|return a|answer with a|reply with|return an|respond with a|return http|respond with http|have|get',
    third:
      'returns|answers|answers with|responds with|gives|returns a|responds|answers with a|replies with|returns an|responds with a|returns http|responds with http',
    participle: 'returning|answering',
  },
  range: { bare: 'range|lie|fall|be|sit', third: 'ranges|lies|falls|sits', participle: 'ranging' },
  exist: { bare: 'exist|be there', third: 'exists', participle: 'existing' },
  precede: { bare: 'precede|come before', third: 'precedes|comes before', participle: 'preceding' },
  succeed: {
    bare: 'follow|come after|succeed',
    third: 'follows|comes after|succeeds',
    participle: 'following',
  },
  come: {
    bare: 'come|occur|happen|lie|fall',
    third: 'comes|occurs|happens|lies|falls',
    participle: 'coming',
  },
} as const
export type VerbName = keyof typeof verbs

/** Nouns before phrases in quotes; nothing of them changes what is looked for. */
export const phraseNouns =
  'the word|the words|the phrase|the phrases|the text|the term|the terms|the string|the strings|word|words|phrase|phrases|text|term|terms|the exact phrase|the exact words|the exact text|a section|the section|the sections|sections|the heading|the headings|headings|sections called|sections titled|the sections :|the following words :|the following phrases :|the following sections :|the keyword|the keywords|keyword|keywords|a heading|the sentence|the sentences|either|both|all of|any of|one of|the title|the titles|the substring|substring|these words|these phrases|a section titled|a section called|the section titled|the brand name|the name|the names|at least one of|one of the words|any of the words|competitors|the competitors|the competitor|competitor'

export const reachableWords =
  'reachable|a working link|working|a working url|live|online|a live link|accessible|up|a live url|working links|a reachable url|resolvable|clickable|not broken|a valid and reachable link|not dead|working urls|live links|available online'
