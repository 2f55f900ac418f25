import { phraseTable } from './phrase-table.ts'

/** What only a look at the world outside the evidence, or a tool for it, decides. */
export const outside = phraseTable(`
bounce|bounces|bounced|bouncing|deliverable|deliverability|undeliverable|catch-all|mx|smtp
verified|validated|checked|confirmed|tested|audited|inspected|certified|assessed|accredited|graded|appraised|reviewed by|with|against|through|via|using|externally|independently
verified|verify within|in
email|emails|phone|phones|number|numbers|address|addresses|account|accounts must|should|need|needs|are|is to? be? verified|active|working|live|reachable|deliverable|real|existing|validated|in-use
still active|live|online|exists|exist|open|employed|working|in
actually|really|currently exist|exists|work|works|open|employed|live|available|active
live site|website|page|data|prices|price|system|feed|market|version|store
match|matches|matching|agree|agrees|reconcile|reconciles|tie|ties|consistent|compare|compared|conform|conforms|correspond|corresponds|align|aligns|cross-checked|reconciled with|to the|our|their|a|an|your
match|matches|matching the|our|their|your|what|reality|official|original live|actual|official|public|current|purchase|bank|ledger|contract|site|website|crm|database|system|source|reference|records|orders|invoice|invoices|ones|registry|map|data|prices|books|statement|catalog|catalogue|picture|photo|photos|audio|video|recording|ground
match|matches reality
purchase orders|order
bank statement|statements|account
ground truth
gold standard|set
golden set
plagiari~
copyscape|turnitin|grammarly|originality|copyleaks|gptzero|yoast|hemingway|semrush|ahrefs|moz
copyright|copyrights|copyrighted|royalty-free|licensing|licensed|trademark|trademarks|trademarked|infringe|infringes|infringing|infringement|stolen
unique content
original content|work|text|research|photos|images|article|writing
pass|passes|passing|passed a|an|the|all|every|our? _? _? inspection|audit|qa|lab|test|tests|review|certification|scan|check|checks|ci|pipeline|validator|validation|linter|lighthouse|detector|lint|build
passes|pass copyscape|turnitin|lighthouse|ci|lint|qa|eslint|w3c|validation|inspection|audit
ai detector|detection|detectors
undetectable
ci|pipeline|pipelines|build|builds|compile|compiles|compiling|deploy|deploys|deployed|deployment is|are|must|should|passes|pass|succeeds|succeed|green|without|on|to|successfully|cleanly
compile|compiles|builds|build without|on|successfully|cleanly|with
all? unit|integration|regression|e2e|acceptance? tests|test pass|passing|succeed|green
tests|test must|should? pass|passes|succeed
wcag|accessibility|aria|ada|gdpr|hipaa|soc2|soc|iso-27001|pci|pci-dss|ccpa|sox|owasp|rfc
comply|complies|complying|compliant|compliance|conform|conforms|conformant|conformity|adhere|adheres|legal|lawful|legally|illegal|law|laws|regulation|regulations|regulatory|directive|statute|sanctions|sanctioned|sanction|watchlist
vat|tax law|rules|regulations
stable|scale|scales|scalable|scaling|performs|perform|handles|handle|holds|withstands|survives|resilient|responsive|performant under|up|well|with|to load|heavy|traffic|peak|stress|high|concurrent
under load|stress|peak|heavy
load test|tests|testing
load-tested|stress-tested|pen-tested|penetration-tested|battle-tested|production-ready
vulnerability|vulnerabilities|security|secure|securely|exploit|exploits|penetration|malware|virus|viruses
reading level|ease|age|grade
flesch|flesch-kincaid|lix|gunning|readability
grade level
grade _ or below|above|lower|higher
html|xml|markup|xliff tags|tag intact|kept|preserved|balanced|closed|unchanged
tags|markup|placeholders|formatting|structure|layout intact|preserved|unchanged|kept
keep|keeps|preserve|preserves|retain|retains _? _? _? intact|unchanged|formatting|order
keep|preserve|retain all|the|html|xml|any? html|xml|markup|formatting|tags|placeholders|structure
language of the? text|article|content|document|reply
written|translated|is|are|be|content|text|replies|spoken|recorded in english|german|french|spanish|italian|portuguese|dutch|polish|japanese|chinese|korean|arabic|hindi|russian|turkish|swedish
in english|german|french|spanish|italian|portuguese|dutch|polish|japanese|chinese|korean|arabic|hindi|russian|turkish|swedish only|language|please
ranks|rank|ranking|ranked|google|bing|serp|indexed|backlink|backlinks|traffic|conversions|conversion|ctr|impressions|clicks
exists|exist|listed|registered|found on|in|at|with the|a|linkedin|google|crunchbase|companies|maps|yelp|github|npm
up-to-date with|as
real|existing|actual people|person|companies|company|business|businesses|email|emails|address|addresses|phone|customers|users
geocoded|geocode|geocodes|geolocation|within _ km|miles|meters|metres|mile
in|within the last|past _ days|weeks|months|years|hours|minutes
last|past _? days|weeks|months|years|hours|year|month|week|day
today|yesterday|tomorrow|future|past|recently|recent|latest|newest|stale|outdated
in the future|past
ph|licence|license is valid|current|active
dns|ssl|tls|https certificate|certificates|resolves|resolve|record|records
resolves|resolve to|in
p95|p99|latency|throughput|benchmark|benchmarks of the|api|endpoint|service|better|against
opens|open|plays|play|loads|load|installs|install|imports|import|runs|run in|with|on|without|correctly|using|from excel|quickbooks|salesforce|hubspot|chrome|safari|docker|errors?|photoshop|figma|vlc|node|python|mobile|ios|android|windows|mac|linux
playable|printable|openable|importable|installable|downloadable
paid|refunded|shipped|arrives|arrived|delivered|received to|by|at|in|within the customer|customers|customer|full|door|address
signed by|and both|all|the|parties
notarized|notarised|apostille|stamped
stock|market price|prices|value|availability
in-stock
exchange|conversion rate|rates
compared to|with the|last|our|previous
same as|in the|our|their|last|original|source
previous|last|prior|earlier|old delivery|batch|release|version|order|orders|month|quarter
already in|exists|present|contacted|known
our|your|my crm|database|system|list|blacklist|blocklist|suppression|records|warehouse|competitors|competitor|brand|style|guidelines|guide|policy|policies
a|an|as|in|the csv|tsv|json|jsonl|ndjson|excel|xlsx|xls|xml|pdf|docx|doc|markdown|parquet|yaml format|file|files?
a|an|as|in|the a|an|the? csv|tsv|json|jsonl|ndjson|excel|xlsx|xls|xml|pdf|docx|doc|markdown|parquet|yaml|spreadsheet format|file|files?
csv|tsv|json|jsonl|ndjson|excel|xlsx|xml|pdf|docx|markdown|parquet format|file|files
`)

/** What no check says, although the delivered work alone decides it: order, rounding, groups, and counts of larger pieces of text. */
export const unsaid = phraseTable(`
sorted|ordered|ranked|sort|ascending|descending|alphabetical|alphabetically|chronological|chronologically
rounded|round|truncated to
sentences|paragraphs
_ columns|sheets|tabs|headers
contain|contains|containing|has|have|use|uses no|any|only urls|links|emojis|emoji|hashtags|numbers|punctuation|capitals
without any? urls|links|emojis|emoji|hashtags|punctuation
sentences|paragraphs|pages|headings|headlines|bullets|bullet each|long|at|or|max|maximum|minimum
two|three|four|five|six|seven|eight|nine|ten sentences|paragraphs|pages|headings|bullets
appears|appear|occurs|occur|used|listed|repeated|mentioned more|fewer|less|at|no|only|exactly more|than|most|least? than? twice|thrice|two|three|four|five|six|_ times?
more|fewer|less than twice|thrice
per group|category|author|country|region
normally|evenly|uniformly distributed
standard deviation
correlate|correlates|correlated|correlation
title|sentence|camel|snake|kebab case
capitalized|capitalised
`)
