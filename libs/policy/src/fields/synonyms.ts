/** Words that people use for the same column, one group a line. They order the candidates of a question and decide nothing. */
const groups = `
phone mobile telephone tel cell landline number
email mail contact
link url website site web page href address
image picture photo img
company organization organisation employer firm business vendor supplier
name title label heading headline
price cost amount total value sum
city town location place
country region state
date day time timestamp at on published year created updated
duration length second minute hour long
count number quantity qty
employee staff headcount size
text body content message reply transcript
article report document summary body text
id identifier key number code sku
rating score star csat quality
status state stage verdict result
job role position title
author writer annotator reviewer agent
failed failure error fail broken
test check
duplicate copy
approved accepted reviewed
source origin reference
category type kind class label
description summary detail text
response reply answer
latency delay
uptime availability
language locale lang
reopened reopen
segment duration
pass passed failed
checksum sha256 hash digest
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const byWord = new Map<string, string[]>()
for (const group of groups) {
  for (const word of group)
    byWord.set(word, [...(byWord.get(word) ?? []), ...group.filter((other) => other !== word)])
}

/** Words that could name the same column as this one. */
export function synonymsOf(word: string): readonly string[] {
  return byWord.get(word) ?? []
}
