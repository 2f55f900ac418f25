// `npm run fuzz:documents`: reads changed documents and prints those that end neither in a result nor in a clear error.
import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { judgeDocument, type DocumentEnd } from './judge-document.ts'
import { madeDocuments } from './made-documents.ts'
import { allSeedDocuments } from './seed-documents.ts'

const usage = `Usage: npm run fuzz:documents -- [--seed NUMBER] [--cases NUMBER] [--keep FOLDER]

Changes CSV files, PDFs and e-invoices at random and audits each. Every one must end in a result whose sums agree, or in
a refusal, within ten seconds and 512 MB.

  --seed NUMBER   from which the documents are made; by default the present time
  --cases NUMBER  how many; by default 5000
  --keep FOLDER   where documents that failed are written

Exit status: 0 all ended well, 1 some did not, 2 nothing was read.`

const maxMs = 10_000
const maxBytes = 512 * 1_048_576
const perProcess = 500

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    cases: { type: 'string', default: '5000' },
    keep: { type: 'string' },
    part: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [seed, cases] = [Number(values.seed), Number(values.cases)]

if (values.help || !Number.isSafeInteger(seed) || !Number.isSafeInteger(cases) || cases < 1) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else if (values.part) {
  await readPart()
} else {
  process.exitCode = (await readAll()) ? 0 : 1
}

/** Each part of the cases is read in a process of its own, as what one reading holds must not count for the next. */
async function readAll(): Promise<boolean> {
  let isWell = true
  for (let from = 0; from < cases; from += perProcess) {
    const own = [
      '--part',
      '--seed',
      String(seed + from),
      '--cases',
      String(Math.min(perProcess, cases - from)),
    ]
    const part = fork(new URL(import.meta.url), [...own, ...(values.keep ? ['--keep', values.keep] : [])])
    const end = await new Promise((resolve) => part.once('close', (code, signal) => resolve(code ?? signal)))
    if (end === 0) continue
    isWell = false
    process.stdout.write(`the part from seed ${seed + from} ended with ${String(end)}\n`)
  }
  process.stdout.write(
    `${cases} documents from seed ${seed}: ${isWell ? 'all ended well' : 'some did not'}\n`,
  )
  return isWell
}

async function readPart(): Promise<void> {
  const counts = { result: 0, refused: 0, fault: 0 }
  let slowestMs = 0
  // The worker of PDFs answers so, too.
  let rejected = () => {}
  process.on('unhandledRejection', () => rejected())
  const documents = fc.sample(madeDocuments(await allSeedDocuments()), { seed, numRuns: cases })
  for (const [at, document] of documents.entries()) {
    const startedAt = performance.now()
    const damaged = new Promise<DocumentEnd>((resolve) => {
      rejected = () => resolve({ end: 'refused', fault: null })
    })
    const { end, fault } = await Promise.race([judgeDocument(document), damaged])
    const ms = performance.now() - startedAt
    slowestMs = Math.max(slowestMs, ms)
    const resident = process.memoryUsage.rss()
    const broken =
      fault ?? (ms > maxMs ? `took ${ms} ms` : resident > maxBytes ? `held ${resident} bytes` : null)
    counts[broken === null ? end : 'fault'] += 1
    if (broken === null) continue
    process.stdout.write(`${document.kind} ${at} of seed ${seed}: ${broken}\n`)
    if (values.keep) writeFileSync(`${values.keep}/${seed}-${at}.${document.kind}`, document.bytes)
  }
  process.stdout.write(
    `seed ${seed}: ${counts.result} results, ${counts.refused} refusals, ${counts.fault} faults, slowest ${Math.round(slowestMs)} ms\n`,
  )
  process.exitCode = counts.fault === 0 ? 0 : 1
}
