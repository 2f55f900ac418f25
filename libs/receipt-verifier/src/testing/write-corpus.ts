// `npm run corpus`: writes the golden vectors and the shared corpus of both verifiers anew.
import { mkdir, writeFile } from 'node:fs/promises'
import { corpusFiles } from './corpus/corpus.ts'
import { goldenFiles, vectorFile } from './golden-files.ts'
import { corpusFolder } from './read-corpus.ts'

for (const [path, text] of goldenFiles()) await writeFile(vectorFile(path), text)
await mkdir(corpusFolder, { recursive: true })
for (const [name, text] of corpusFiles()) await writeFile(new URL(name, corpusFolder), text)
