// `npm run corpus`: writes the golden vectors and the shared corpus of the verifiers anew.
import { mkdir, writeFile } from 'node:fs/promises'
import { corpusFiles } from './corpus/corpus.ts'
import { documentFile } from './documents/documents.ts'
import { goldenFiles, vectorFile } from './golden-files.ts'
import { corpusFolder, documentCases } from './read-corpus.ts'

for (const [path, text] of goldenFiles()) await writeFile(vectorFile(path), text)
await mkdir(corpusFolder, { recursive: true })
await mkdir(new URL('./', documentCases), { recursive: true })
for (const [name, text] of corpusFiles()) await writeFile(new URL(name, corpusFolder), text)
await writeFile(documentCases, documentFile())
