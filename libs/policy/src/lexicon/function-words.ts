/** Words that join, deny, narrow, count or compare, or that say of what quality a thing is. None of them is in a noun or is a value. */
const list = `
no not none never without by for with in on at from to into if unless except excluding each every all any some many most few several both either neither
is are was were be been being has have had having do does did don't doesn't didn't isn't aren't wasn't
must mustn't should shouldn't shall will won't may might can can't cannot could would need needs ought
that which who whom whose where when while than then and or nor but plus minus only just also even still yet too so as like such via per versus vs
before after until till since during within over under above below about around approximately roughly nearly almost between through across throughout
an a the this these those there here it its they them their he she his her we us our you your i my me what how why
of off out up down
least more less fewer greater higher lower larger smaller bigger longer shorter later earlier better worse equal equals exactly precisely maximum minimum max min
valid invalid verified working correct incorrect real active accurate deliverable reachable confirmed checked official true false genuine unique distinct duplicate duplicates duplicated repeated
please including include includes included contains contain containing mention mentions except ignoring ignore allowed permitted accepted required mandatory optional
present missing empty blank null nullable negative positive zero non-negative non-empty
case-insensitive case-insensitively lowercase uppercase
ideally preferably maybe perhaps possibly probably usually generally typically normally mostly often sometimes always rarely hopefully
match matches matching start starts begin begins end ends exceed exceeds exceeding follow follows return returns
delivered deliver delivers delivery submitted submit due deadline received arrives two share shares sharing
same identical other another certain specific particular different median percentile average mean avg sum total percent percentage
`
const functionWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))

export function isFunctionWord(word: string): boolean {
  return functionWords.has(word)
}
