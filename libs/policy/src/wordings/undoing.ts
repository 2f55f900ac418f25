import { phraseTable } from './phrase-table.ts'

/** A wish: the sentence without it is a check that is not required. */
export const wishes = phraseTable(`
ideally|preferably|preferable|preferred|optionally|desirable|desirably|desired|favourably|favorably|advisable|aspirational|bonus
nice|good|great|cool|lovely|helpful to have
nice-to-have|nice-to-haves
it would be nice|good|great|cool|lovely|helpful to? have?
it would be nice|good|great|cool|lovely|helpful if
would|wed|id love|prefer|appreciate
recommended|encouraged|welcome|appreciated|suggested
if possible
`)

/** Cases in which the sentence does not hold: without the words it asks for more. */
export const exceptions = phraseTable(`
except|excepting|excluding|excludes|exclude|excluded|barring|notwithstanding
exception|exceptions|exempt|exempted|exempts|exemption|exemptions|excused|waiver|waivers
apart|aside from
other than
save for|where|when|if
but
though|although|albeit|however|yet|nevertheless|nonetheless|whereas
not counting|including|considering
leaving|leaves out
skip|skips|skipping|omit|omitting|ignoring|disregarding|overlooking
regardless|irrespective|instead|otherwise
rather than
unless|lest
if|when|where|wherever|whenever|as|since|once possible|applicable|available|relevant|appropriate|feasible|practical|practicable|needed|necessary|required|unavailable|known|given|any|permitted|able|sensible|reasonable|convenient
if|when|where|once they|it exist|exists|apply|applies
if|when|once|while|where you|we|i|they|it|he|she|there|nothing|anyone|someone|time|ever
if only|not|so
depending|contingent
provided|providing|assuming|supposing|given that
provided|assuming it|they|you|we|all
as|so long as
in case|cases
in theory|principle|practice|part|general|particular|essence|spirit|places
in some|certain|rare|exceptional|special|most|many|few|all but
in the main
on condition|occasion|request|demand
on|over|during weekdays|weekends|holidays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays
on average|busy|working days
subject to
until further
for now|instance|example
for rows|items|records|leads|entries|those|some|certain|most|products|invoices
for the first|last|next|rest|remaining|new|old|other|latest
the first|last|next _? rows|items|records|leads|entries|one|ones only?
starting|beginning|effective from|on|in|with|monday|tomorrow|next
temporarily|provisionally|eventually|someday|currently
with the exception|caveat|proviso|understanding
with|within exceptions|tolerance|limits|reason
no matter
nothing|all|anything but
optional
time|weather|budget permitting
best effort|efforts
best-effort
as needed|usual
as far|much|many|often|soon|well|close|best as
until|till|before|after then|review|launch|release
where|wherever|whenever
`)

/** Words that make a requirement or its number inexact. */
export const hedges = phraseTable(`
maybe|perhaps|possibly|probably|presumably|supposedly|apparently|hopefully|conceivably|potentially|theoretically|hypothetically|nominally
might|could
can|may be
may also|well|sometimes|occasionally|vary|differ
or so|thereabouts|similar|otherwise|whatever|something|equivalent|comparable|close|near|nearby|nearest|anything|maybe|perhaps|possibly|whichever|alike|more-or-less
or something|thing|things like
or a bit|little
or more|less or less|more|fewer
more or less
more-or-less
give or take
around|roughly|approximately|approx|circa|approximate|nearly|almost|practically|virtually|essentially|basically|somewhat|fairly|rather|kinda|sorta|ballpark|thereabouts|ish|loosely|about
sort|kind of
plus or minus
plus-minus
~ish
mostly|mainly|largely|partly|partially|generally|usually|normally|typically|commonly|often|frequently|sometimes|occasionally|rarely|seldom|hardly|barely|scarcely|sporadically|ordinarily|customarily|predominantly|primarily|chiefly
most|some|several|certain|few|various|numerous|plenty
a few|couple|bit|little|handful|majority|minority|portion|fraction
the majority|bulk|minority
much|many|some|part|half|parts of the|them|it
to some|an extent|degree
to the extent|degree|best
reasonable|reasonably|sensible|sensibly
whatever|whichever|however|whoever
up to you|them|us|debate
up to the seller|buyer|provider|supplier
at|in your|their|our|my|the|his|her discretion|option|choice|convenience|leisure|judgement|judgment|opinion|view
your|their|my|our choice|call|decision|discretion
discretionary|negotiable|flexible|tentative|tentatively|provisional|indicative|illustrative|theoretical|hypothetical|conditional|conditionally
try|aim|strive|attempt|endeavour|endeavor|hope|hoping|hopes|hoped|aiming|trying|striving to|for|that
goal|aim is|of
rule of thumb
short of
far|nowhere from|near
as a rule|guideline|goal|target|draft|hint|suggestion
tbd|tba|tbc|etc|wip
to be decided|determined|confirmed|defined|announced|agreed|discussed|negotiated|continued|advised
and/or
any or all
not exactly|quite|entirely|strictly|really
`)

/** Words that take a requirement back, or only speak of it: without them the sentence would say something else. */
export const revoking = phraseTable(`
or not|no|neither
not always|necessarily
not|isnt|arent|never|no|longer|hardly required|needed|necessary|mandatory|compulsory|obligatory|important|applicable|enforced|essential|checked
not a|an must|requirement|condition|issue|problem
no longer
doesnt|dont|didnt|neednt|wont|wouldnt|does|do|did|will|would not? need|have|matter|apply|require|care|mind|count|hold|bother|want|check|enforce|worry|think|believe|know
doesnt|dont|didnt|neednt|wont|wouldnt need|have|matter|apply|require|care|mind|count|hold|bother|want|check|enforce|worry|think|believe|know
neednt|needless
need not
ignore|ignores|ignored|disregard|disregards|override|overrides|bypass|forget|forgotten|scratch|nevermind|scrap|scrapped|cancel|cancelled|canceled|revoke|revoked|retract|retracted|withdraw|withdrawn|waive|waived|relax|relaxed|lifted|suspend|suspended|obsolete|superseded|void|invalidated|undo
strike|drop|delete that|this|it
never|no mind
no, forget|wait|scratch|sorry|actually
actually|oops|sorry|wait|erm|hmm|haha|lol
just|only kidding|joking|teasing
just|only a|an joke|idea|suggestion|thought|draft|test|example
kidding|joking|joke|jk|sarcasm|ironically|pretend|pretending|imagine|imaginary|fictional
untrue|mistaken|myth
false|wrong|incorrect|unlikely|doubtful|unclear|impossible|lie|rumour|rumor|untrue that
it|this isnt|aint|wasnt
it|this is|was not
i|we|they|you|he|she|one|people|everyone|nobody|someone doubt|doubts|wonder|wonders|guess|guesses|think|thinks|believe|believes|suppose|supposes|assume|assumes|heard|hear|hears|claim|claims|said|say|says|told|wish|wishes|hope|hopes|expected|thought|wrote|writes|asked|deny|denies|dispute
said|says|claims|claimed|reportedly|unquote|quoting|so-called|wrote|according|allegedly|rumoured|rumored
nobody|noone cares|minds|needs
why|how|whether
what|who|which if|about|does|do|is
does|do|did|is|are|will|would|can|could|should|shall|must it|there|we|i|they|he
used to
was|were|had|has|have been|supposed|meant|going|required
previously|formerly|originally|historically
let|lets alone
mark|treat|consider|accept|approve|count|regard|rate this|it|them|everything|all
tell|answer|reply|respond|output|print|say that|with|pass|passed|yes|true
pretend|act as|that
optional|optionally
`)

/** Runs of words that contain a word of the tables above and mean something exact. */
export const exactUses = phraseTable(`
at most|the
no|not longer|shorter than
at the most
most recent|common|frequent
may|can|could|might|must|should|shall not be
must|should|shall not have
not may|can be
about us|page
no|any|each|every exception|exceptions are? allowed|permitted
without exception|exceptions
all|every|any|each but not
or no|not value|values
`)

/** What others say is no requirement, nor is what does not hold always. These words count wherever they stand. */
export const reported = phraseTable(`
says|said|claims|claimed|reportedly|allegedly|supposedly
not|isnt|arent|doesnt|dont always|necessarily|only|just|merely|really|entirely|all|every|each|both
not have|need to always|necessarily
no one|body asks|says|needs|wants|expects|requires|cares|demands|claims|thinks
nobody|noone asks|says|needs|wants|expects|requires|cares|demands|claims|thinks
`)
