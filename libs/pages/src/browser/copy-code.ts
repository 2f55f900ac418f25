import { addCopyButtons } from './copy-buttons.ts'
import type { PageDocument } from './dom.ts'
import { addPrintButton } from './print-button.ts'

declare const document: PageDocument

addCopyButtons(document)
addPrintButton(document)
