// `npm run fuzz:sentences`: reads made sentences and prints those whose checks judge rows otherwise than the sentence says.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { compareReading } from './compare-reading.ts'
import { madeSentences } from './made-sentence.ts'

const usage = `Usage: npm run fuzz:sentences -- [--seed NUMBER] [--cases NUMBER] [--unread]

  --seed NUMBER    from which the sentences are made; by default the present time
  --cases NUMBER   how many; by default 100000
  --unread         print the sentences that came to no check as well

Exit status: 0 no sentence was read wrong, 1 some were, 2 nothing was read.`

/** So many sentences of either sort are printed. */
const shown = 40

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    cases: { type: 'string', default: '100000' },
    unread: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [seed, cases] = [Number(values.seed), Number(values.cases)]
if (values.help || !Number.isSafeInteger(seed) || !Number.isSafeInteger(cases) || cases < 1) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  const lines = { wrong: [] as string[], open: [] as string[] }
  const counts = { plain: 0, read: 0, undone: 0, wrong: 0 }
  for (const sentence of fc.sample(madeSentences, { seed, numRuns: cases })) {
    const comparison = compareReading(sentence)
    counts[sentence.isUndone ? 'undone' : 'plain'] += 1
    if (comparison.kind === 'wrong') {
      counts.wrong += 1
      lines.wrong.push(`wrong: ${JSON.stringify(sentence.text)} ${comparison.why}`)
    } else if (!sentence.isUndone) {
      if (comparison.kind === 'same') counts.read += 1
      else lines.open.push(`${comparison.kind}: ${JSON.stringify(sentence.text)}`)
    }
  }
  for (const line of lines.wrong.slice(0, shown)) process.stdout.write(`${line}\n`)
  if (values.unread) for (const line of lines.open.slice(0, shown)) process.stdout.write(`${line}\n`)
  process.stdout.write(
    `${cases} sentences from seed ${seed}: ${counts.read} of ${counts.plain} came to their checks, ${counts.undone} were taken back, ${counts.wrong} were read wrong\n`,
  )
  process.exitCode = counts.wrong === 0 ? 0 : 1
}
