// `npm run corpus`: writes the shared corpus of both verifiers anew.
import { mkdir, writeFile } from 'node:fs/promises'
import { corpusFiles } from './corpus/corpus.ts'
import { corpusFolder } from './read-corpus.ts'

await mkdir(corpusFolder, { recursive: true })
for (const [name, text] of corpusFiles()) await writeFile(new URL(name, corpusFolder), text)
