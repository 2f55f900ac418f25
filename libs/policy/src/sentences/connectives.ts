/** Sentences and clauses that ask for nothing: greetings and thanks. */
const courtesy =
  /^(?:(?:hi|hello|hey|greetings)(?: (?:there|all|everyone|team))?|dear (?:all|team|sir|madam|sir or madam|seller|provider)|good (?:morning|afternoon|evening)|(?:many )?thanks(?: (?:a lot|so much|very much|in advance|again))?|thank you(?: (?:so much|very much|in advance|again))?|cheers|(?:best|kind|warm)? ?regards|best|sincerely|please|and|also|plus|then)$/i

const topics =
  'requirements?|conditions?|acceptance criteria|criteria|deliverables?|deliver|what (?:we|i) need|(?:we|i) need|needed|must[- ]haves?|must have|details|scope|scope of work|task|job|order|specifications?|specs?|checks?|rules|quality|data|dataset|list|report|deadline|timeline|time|due|delivery|price|budget|payment|value|amounts?|quantity|volume|size|number|duplicates|uniqueness|fields|columns|format|in short|summary'
const required = new RegExp(`^(?:(?:the|our|my|your|all) )?(?:${topics})(?: (?:and|&) (?:${topics}))?$`, 'i')
const optional =
  /^(?:optional(?:ly)?|optional requirements|nice[- ]to[- ]haves?|bonus|preferred|ideally|if possible)$/i

/** What a heading or a label says of what stands under or after it. */
export type HeadingKind = 'required' | 'optional' | 'unknown'

/** Whether words only greet, thank or join, so that leaving them out changes nothing. */
export function isConnective(words: string): boolean {
  return courtesy.test(words)
}

export function headingKind(words: string): HeadingKind {
  if (required.test(words) || courtesy.test(words)) return 'required'
  return optional.test(words) ? 'optional' : 'unknown'
}
