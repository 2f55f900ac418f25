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

const name = "(?:(?:Mr|Mrs|Ms|Dr)\\.? )?\\p{Lu}[\\p{L}'.-]*(?: \\p{Lu}[\\p{L}'.-]*){0,3}"
/** A greeting or a sign-off with a name, which is told by its capitals. */
const addressed = new RegExp(
  `^(?:(?:Dear|Hi|Hello|Hey)(?: ${name})|(?:(?:Best|Kind|Warm|With best|With kind|Many)? ?(?:[Rr]egards|[Tt]hanks|[Ww]ishes)|Sincerely|Cheers|Best|Yours(?: sincerely| truly| faithfully)?),? ${name})$`,
  'u',
)
const thanks =
  /^(?:many )?(?:thanks|thank you)(?: (?:a lot|so much|very much|again))? for (?:your |the |all |all your |this )?(?:quick |fast |kind |great |good |hard |prompt |continued )*(?:help|work|time|support|quote|offer|effort|efforts|attention|underst[a-z]+|patience|reply|response|answer|message|email|mail|interest|cooperation)(?: so far| in advance| again)?$/i
const signOff =
  /^(?:(?:best|kind|warm|with best|with kind|many)? ?(?:regards|thanks|wishes)|sincerely|cheers|best|thank you|yours(?: sincerely| truly| faithfully)?)$/i
const onlyName = new RegExp(`^${name}$`, 'u')

/** Whether a sentence closes a letter, so that a name may follow. */
export function isSignOff(words: string): boolean {
  return signOff.test(words) || addressed.test(words)
}

/** Whether words are a name of a person or a company, by their capitals. */
export function isOnlyName(words: string): boolean {
  return words.length <= 60 && onlyName.test(words)
}

/** Whether words only greet, thank or join, so that leaving them out changes nothing. */
export function isConnective(words: string): boolean {
  return courtesy.test(words) || addressed.test(words) || thanks.test(words)
}

export function headingKind(words: string): HeadingKind {
  if (required.test(words) || courtesy.test(words)) return 'required'
  return optional.test(words) ? 'optional' : 'unknown'
}
