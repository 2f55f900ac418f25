import { phraseTable } from './phrase-table.ts'

/** What a person has to look at: taste, quality, fitness, sense, and consent. */
export const judgment = phraseTable(`
look|looks|looking|feel|feels|feeling|sound|sounds|sounding|seem|seems|appear|appears good|great|nice|right|professional|professionally|modern|clean|natural|human|real|realistic|fine|well|like|consistent|premium|fresh|sharp|correct|legit|authentic|genuine|convincing
professional|professionally|beautiful|beautifully|attractive|gorgeous|stunning|elegant|elegantly|stylish|tasteful|aesthetic|aesthetically|polished|creative|creatively|original|inspiring|memorable|catchy|witty|funny|humorous|emotional|warm
high-quality|top-quality|well-written|well-designed|well-made|well-structured|well-researched|well-documented|well-organized|well-organised|well-formatted|well-crafted|well-lit|well-balanced
high|top|good|great|best|excellent|poor|low|decent|premium|superior|acceptable quality
good|great|excellent|perfect|nice|bad|awesome|amazing|fantastic|wonderful|best
well written|designed|made|structured|researched|documented|organized|organised|formatted|crafted|lit|balanced|thought
easy|hard|simple|difficult|pleasant|fun to read|use|understand|follow|navigate|learn|grasp|maintain
easily understood|understandable|readable|followed
engaging|compelling|persuasive|convincing|interesting|exciting|entertaining|captivating|thought-provoking|insightful|informative|helpful|useful|valuable|meaningful|actionable|concise|succinct|crisp|clearly|coherent|cohesive|logical|logically|sensible|readable|legible|understandable|intelligible|comprehensible
user-friendly|intuitive|responsive|modern|sleek|minimalist|accessible|usable
polite|politely|friendly|courteous|respectful|respectfully|empathetic|empathic|tactful|rude|offensive|insensitive|appropriate|appropriately|inappropriate|suitable|suitably|acceptable|satisfactory|satisfying|adequate|adequately|sufficient|sufficiently
tone|voice|style|mood|vibe|feel of|is|should|must|matches|fits
on-brand|off-brand|brand-safe
brand voice|tone|guidelines
on brand|message|topic|point
relevant|irrelevant|relevance|pertinent|on-topic|off-topic
accurate|accurately|accuracy|inaccurate|precise|precisely|correctly|thorough|thoroughly|comprehensive|comprehensively|exhaustive|complete|in-depth|detailed|nuanced|balanced|unbiased|objective|objectively|neutral|neutrally|fair|fairly|impartial
representative|diverse|diversity|varied|variety
consistent|consistently|consistency|inconsistent|uniform
outlier|outliers|anomalies|anomaly|anomalous|suspicious|implausible|plausible|realistic|believable
natural|naturally|fluent|fluently|idiomatic|idiomatically|native|native-level|native-sounding
native speaker|speakers|level|english
translated|written|reviewed|recorded|spoken|checked|edited|proofread|narrated by a|an|the? _? _? speaker|speakers|human|humans|person|people|expert|experts|professional|professionals|translator|translators|editor|lawyer|doctor|linguist
grammar|grammatical|grammatically|punctuation|capitalization|capitalisation|spelling|typo|typos|misspellings|misspelling|typographical
british|american|australian|canadian|oxford english|spelling
seo
seo-optimized|seo-optimised|seo-friendly|search-optimized
optimized|optimised|optimize|optimise for
decision makers|maker|making
decision-makers|decision-maker|c-level|senior-level|influential|qualified|high-value|high-intent
ideal|target audience|customers|customer|market|persona
works|work|runs|usable|functions|displays|renders on|in|with|across|well|correctly|properly|fine|smoothly
properly|correctly|neatly|cleanly|carefully|diligently|faithfully|nicely|perfectly|flawlessly|seamlessly|smoothly
clean|cleanly|tidy|neat|maintainable|idiomatic|elegant|documented|commented|modular|simple code|and|documentation|comments
clean code
the? code|design|layout|architecture is|looks clean|tidy|neat|maintainable|readable|simple|elegant|good|sound
tight|tightly|loose|blurry|blurred|blur|sharp|crisp|pixelated|grainy|overexposed|underexposed|dark|bright|centered|centred|cropped|in-focus|visible|recognizable|recognisable|noisy|muffled|audible|intelligible|garbled
in|out of focus
covers|cover|covering|addresses|capture|captures the|all|every|main|key|most|both|our
follow|follows|following from the
follow|follows logically
make|makes|making sense
up-to-date|current|fresh|state-of-the-art|cutting-edge|best-in-class|world-class|industry-standard
up to date|standard|scratch|par
best practice|practices
fit|fits|suitable|suited|appropriate for purpose|our|the|a|an|use
satisf~ our|my|the|us|me
happy|satisfied|pleased|content with
approve|approves|approved|signed|signed-off|accepted|confirmed|reviewed|endorsed|blessed|cleared|okayed|vetted|validated|agreed by
approval|sign-off|signoff|consent|blessing|permission of|from|by
must be approved|accepted|signed
i|we|buyer|client|customer|manager|boss|ceo|team approve|approves|like|likes|love|loves|accept|accepts|confirm|confirms|agree|agrees
to my|our|your liking|taste|satisfaction|standards|expectations
to the clients|buyers|customers liking|taste|satisfaction|standards
service credit|credits
no|without grammatical|grammar|spelling|factual|obvious|major|serious|critical|glaring|careless|silly mistakes|errors|mistake|error|typos|issues|problems
error-free|typo-free|mistake-free|bug-free|flawless|spotless|perfect
free of|from typos|errors|mistakes|bias|spelling|grammar|bugs|jargon|fluff|filler|cliches
jargon|fluff|filler|cliches|cliche|buzzwords
human-written|handwritten|hand-drawn|handmade|hand-made
ai-generated|machine-generated|robotic
reputable|credible|trustworthy|authoritative|scholarly|peer-reviewed
the? quality of|is|must|should
impressive|outstanding|exceptional|remarkable|superb|decent|mediocre|sloppy|lazy|generic|boring|dull|bland|spammy|cheesy
safe for work|children|kids
family-friendly|kid-friendly|age-appropriate|culturally
makes|make the|a case|point|argument
`)

/** What a text means or says in substance, which a model can judge with a citation. */
export const meaning = phraseTable(`
profanity|profanities|profane|swearing|swear|curse|obscene|obscenity|vulgar|vulgarity|slurs|slur|hate|hateful|toxic|toxicity|abusive|harassment|nsfw|explicit|violent|violence
personal|sensitive|private|confidential|identifying|identifiable data|information|details|info|content
pii|phi|gdpr-relevant
explain|explains|explaining|explained|explanation|explanations
describe|describes|describing|description of|how|why|what|the|each
state|states|stating|stated the|that|how|what|who|why|when|whether|our
mention|mentions|mentioning|discuss|discusses|discussing|cover|covers|talk|talks|address|addresses|cite|cites|reference|references|name|names|list|lists|compare|compares|contrast|contrasts|summarize|summarizes|summarise|summarises|identify|identifies|outline|outlines|argue|argues|conclude|concludes|recommend|recommends|answer|answers|define|defines|introduce|introduces|highlight|highlights|emphasize|emphasizes|justify|justifies|quote|quotes|acknowledge|acknowledges|disclose|discloses|clarify|clarifies|specify|specifies the|a|an|all|both|how|why|what|each|every|our|their|that|about|any|its|who|when|whether|which
include|includes|including|contain|contains|containing|has|have|with|provide|provides|give|gives|add|needs|require|requires|end|ends|start|starts|open|opens|close|closes with? a|an|the|at|one|two|three? least? _? _? call|summary|conclusion|introduction|intro|disclaimer|analysis|overview|example|examples|recommendation|recommendations|comparison|citation|citations|quote|quotes|statistic|statistics|source|greeting|apology|section|table|chart|diagram|timeline|budget|hook|cta|definition|explanation|references|bibliography|abstract|outline|reasoning|rationale|evidence|instruction|instructions|steps|tutorial|anecdote|story|question|mention|discussion|description
call to action
call-to-action|cta
swot
about the|our|their|its|how|why
claims|claim|facts|fact|statements|statement are|is|must|should|need supported|cited|sourced|backed|true|correct|verified|verifiable|factual
factual|factually|fact-checked|hallucination|hallucinations|hallucinated|misleading|contradictory|contradict|contradicts|contradiction|contradictions
sentiment|intent|topic|theme is|must|should|of
reflects|reflect|express|expresses|convey|conveys|communicates|communicate|reveals|reveal|leaks|leak|promise|promises|imply|implies
does|do|must|should|may|to not? give|offer|provide|contain legal|medical|financial|investment advice
legal|medical|financial|investment advice
sarcastic|sarcasm|biased|bias|discriminatory|racist|sexist|political|politically|religious|defamatory|libel
`)
