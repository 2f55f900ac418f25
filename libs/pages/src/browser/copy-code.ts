import { addCopyButtons } from './copy-buttons.ts'
import type { PageDocument } from './dom.ts'

declare const document: PageDocument

addCopyButtons(document)
