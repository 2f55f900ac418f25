// `node test/spec-verifier/run-corpus.mjs`: how many cases agree, and each that does not. Needs nothing installed.
import { runCorpusFile } from './corpus.mjs'

for (const file of ['receipts.jsonl', 'attestations.jsonl', '../documents/documents.jsonl']) {
  const { total, disagreeing } = runCorpusFile(file)
  for (const { name, expected, answer } of disagreeing) {
    process.stdout.write(`${file}: ${name}\n  expected ${expected}\n  got      ${answer}\n`)
    process.exitCode = 1
  }
  process.stdout.write(`${file}: ${total - disagreeing.length} of ${total} cases agree\n`)
}
