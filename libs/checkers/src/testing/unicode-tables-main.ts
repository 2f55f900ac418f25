// `npm run unicode -- <folder>`: writes the tables of the text rule from the folder of an unpacked `@unicode/unicode-15.0.0`, for this
// library (values/unicode-tables.ts) and for every other reader (test/vectors/checkers/unicode.json).
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const version = '15.0.0'
const lastCodePoint = 0x10_ff_ff

type Range = readonly [first: number, last: number]

const folder = process.argv[2]
if (folder === undefined) throw new Error('name the folder of @unicode/unicode-15.0.0')

async function load<Data>(path: string): Promise<Data> {
  const module: { default: Data } = await import(pathToFileURL(`${folder}/${path}`).href)
  return module.default
}

const pointsOf = (property: string) => load<number[]>(`${property}/code-points.mjs`)

function rangesOf(points: Iterable<number>): Range[] {
  const ranges: [number, number][] = []
  for (const point of [...points].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === point) last[1] = point
    else ranges.push([point, point])
  }
  return ranges
}

const joins = (type: string) => pointsOf(`Joining_Type/${type}`)
const properties = {
  defaultIgnorable: await pointsOf('Binary_Property/Default_Ignorable_Code_Point'),
  whiteSpace: await pointsOf('Binary_Property/White_Space'),
  pictographic: await pointsOf('Binary_Property/Extended_Pictographic'),
  emojiModifier: await pointsOf('Binary_Property/Emoji_Modifier'),
  virama: await pointsOf('Binary_Property/Grapheme_Link'),
  mark: [...(await pointsOf('General_Category/Mark'))],
  letter: [...(await pointsOf('General_Category/Letter'))],
  joinsNext: [...(await joins('Dual_Joining')), ...(await joins('Left_Joining'))],
  joinsLast: [...(await joins('Dual_Joining')), ...(await joins('Right_Joining'))],
  assigned: await pointsOf('Binary_Property/Assigned'),
} satisfies Record<string, readonly number[]>

const { assigned, ...named } = properties
const known = new Set(assigned)
// A surrogate stands for no character, and a text that is well formed has none.
const unassigned = Array.from({ length: lastCodePoint + 1 }, (_, point) => point).filter(
  (point) => !known.has(point) && (point < 0xd800 || point > 0xdfff),
)

type Folding = ReadonlyMap<number, number | readonly number[]>
const foldings = new Map<number, readonly number[]>()
for (const status of ['C', 'F']) {
  for (const [from, to] of await load<Folding>(`Case_Folding/${status}/code-points.mjs`)) {
    foldings.set(from, typeof to === 'number' ? [to] : to)
  }
}
const caseFolding = [...foldings].toSorted(([a], [b]) => a - b)

const tables = {
  ...Object.fromEntries(Object.entries(named).map(([name, points]) => [name, rangesOf(points)])),
  unassigned: rangesOf(unassigned),
}

const hex = (point: number) => point.toString(16)
const rangeText = ([first, last]: Range) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`)

writeFileSync(
  new URL('../../../../test/vectors/checkers/unicode.json', import.meta.url),
  `{\n  "unicode": "${version}",\n${Object.entries(tables)
    .map(([name, ranges]) => `  ${JSON.stringify(snake(name))}: "${ranges.map(rangeText).join(' ')}",\n`)
    .join('')}  "case_folding": "${foldingText()}"\n}\n`,
)
writeFileSync(
  new URL('../values/unicode-tables.ts', import.meta.url),
  `// Written by testing/unicode-tables-main.ts; not edited by hand.

/** The version of Unicode whose properties these are, whatever version the runtime has. */
export const unicodeVersion = '${version}'

/** Code points with a property, as hexadecimal ranges. */
export const unicodeRanges = {
${Object.entries(tables)
  .map(([name, ranges]) => `  ${name}:\n    '${ranges.map(rangeText).join(' ')}',\n`)
  .join('')}} as const

/** What each character becomes by full case folding (status C and F): \`from:to\`, of several characters \`from:to+to\`. */
export const caseFoldings =
  '${foldingText()}'
`,
)

function foldingText(): string {
  return caseFolding.map(([from, to]) => `${hex(from)}:${to.map(hex).join('+')}`).join(' ')
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
